# Libraries of the distribution, which only some questions need: cuocc_library() decides for each whether occ
# opens it when it is needed (src/support/library.h), is linked to it, or does without.
option(CUOCC_STATIC "Make occ one file that needs no other, of archives alone: it starts fastest and asks no GPU" OFF)

if(CUOCC_STATIC)
  set(CUOCC_HAVE_DLOPEN FALSE)
else()
  include(CheckSymbolExists)
  set(CMAKE_REQUIRED_LIBRARIES ${CMAKE_DL_LIBS})
  check_symbol_exists(dlopen dlfcn.h CUOCC_HAVE_DLOPEN)
  unset(CMAKE_REQUIRED_LIBRARIES)
endif()

# cuocc_library_name(RESULT FILE): as the dynamic loader knows a library; empty if nobody can say.
function(cuocc_library_name result file)
  set(${result} "" PARENT_SCOPE)
  if(NOT CUOCC_HAVE_DLOPEN OR NOT CMAKE_READELF)
    return()
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${CMAKE_READELF} -d ${file}
    OUTPUT_VARIABLE dynamic ERROR_QUIET)
  if(dynamic MATCHES "\\(SONAME\\)[^\n]*\\[([^]\n]+)\\]")
    set(name ${CMAKE_MATCH_1})
    get_filename_component(folder ${file} DIRECTORY)
    if(NOT folder IN_LIST CMAKE_C_IMPLICIT_LINK_DIRECTORIES)
      set(name ${folder}/${name}) # where the loader does not look
    endif()
    set(${result} ${name} PARENT_SCOPE)
  endif()
endfunction()

# cuocc_dependency(TARGET PREFIX OPEN NAME LINKED...): what is compiled with the library's header, how it gets its
# functions, and what it is linked to.
function(cuocc_dependency target prefix open name)
  add_library(${target} INTERFACE IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${CUOCC_${prefix}_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${ARGN}"
    INTERFACE_COMPILE_DEFINITIONS
      "CUOCC_HAVE_${prefix};CUOCC_OPEN_${prefix}=${open};CUOCC_NAME_${prefix}=\"${name}\"")
endfunction()

# cuocc_library(PREFIX LIBRARY HEADER): PREFIX_FOUND, and a target cuocc_dep_PREFIX.
function(cuocc_library prefix library header)
  # Two names: a folder that was configured for the one may be for the other now.
  if(CUOCC_STATIC)
    find_library(CUOCC_${prefix}_ARCHIVE lib${library}.a)
    set(file ${CUOCC_${prefix}_ARCHIVE})
  else()
    find_library(CUOCC_${prefix}_LIBRARY ${library})
    set(file ${CUOCC_${prefix}_LIBRARY})
  endif()
  find_path(CUOCC_${prefix}_INCLUDE_DIR ${header})
  mark_as_advanced(CUOCC_${prefix}_LIBRARY CUOCC_${prefix}_ARCHIVE CUOCC_${prefix}_INCLUDE_DIR)
  set(${prefix}_FOUND FALSE PARENT_SCOPE)
  if(NOT file OR NOT CUOCC_${prefix}_INCLUDE_DIR)
    return()
  endif()
  set(${prefix}_FOUND TRUE PARENT_SCOPE)
  cuocc_library_name(name ${file})
  if(name)
    cuocc_dependency(cuocc_dep_${prefix} ${prefix} LIBRARY_LOADED ${name})
    set_property(GLOBAL APPEND PROPERTY CUOCC_LOADED_LIBRARIES ${name})
  else()
    cuocc_dependency(cuocc_dep_${prefix} ${prefix} LIBRARY_LINKED lib${library} ${file})
    set_property(GLOBAL APPEND PROPERTY CUOCC_LINKED_LIBRARIES ${library})
  endif()
endfunction()
