# Libraries of the distribution, which only some questions need: cuocc_library() decides for each whether occ
# opens it when it is needed (src/support/library.h) or is linked to it.
option(CUOCC_ARCHIVES "Link the archives of these libraries where there are some: fewer files are needed to run" OFF)

include(CheckSymbolExists)
set(CMAKE_REQUIRED_LIBRARIES ${CMAKE_DL_LIBS})
check_symbol_exists(dlopen dlfcn.h CUOCC_HAVE_DLOPEN)
unset(CMAKE_REQUIRED_LIBRARIES)

# cuocc_library_name(RESULT FILE): as the dynamic loader knows a library; empty if nobody can say.
function(cuocc_library_name result file)
  set(${result} "" PARENT_SCOPE)
  if(NOT CUOCC_HAVE_DLOPEN OR NOT CMAKE_READELF OR file MATCHES "\\.a$")
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

# cuocc_library(PREFIX LIBRARY HEADER): PREFIX_FOUND, and a target cuocc_dep_PREFIX.
function(cuocc_library prefix library header)
  if(CUOCC_ARCHIVES)
    find_library(CUOCC_${prefix}_LIBRARY lib${library}.a)
  endif()
  find_library(CUOCC_${prefix}_LIBRARY ${library})
  find_path(CUOCC_${prefix}_INCLUDE_DIR ${header})
  mark_as_advanced(CUOCC_${prefix}_LIBRARY CUOCC_${prefix}_INCLUDE_DIR)
  set(${prefix}_FOUND FALSE PARENT_SCOPE)
  if(NOT CUOCC_${prefix}_LIBRARY OR NOT CUOCC_${prefix}_INCLUDE_DIR)
    return()
  endif()
  set(${prefix}_FOUND TRUE PARENT_SCOPE)
  cuocc_library_name(name ${CUOCC_${prefix}_LIBRARY})
  add_library(cuocc_dep_${prefix} INTERFACE IMPORTED GLOBAL)
  set_target_properties(cuocc_dep_${prefix} PROPERTIES
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${CUOCC_${prefix}_INCLUDE_DIR}")
  if(name)
    set(open LIBRARY_LOADED)
    set_property(GLOBAL APPEND PROPERTY CUOCC_LOADED_LIBRARIES ${name})
  else()
    set(open LIBRARY_LINKED)
    set(name lib${library})
    set_target_properties(cuocc_dep_${prefix} PROPERTIES INTERFACE_LINK_LIBRARIES "${CUOCC_${prefix}_LIBRARY}")
    set_property(GLOBAL APPEND PROPERTY CUOCC_LINKED_LIBRARIES ${library})
  endif()
  set_target_properties(cuocc_dep_${prefix} PROPERTIES INTERFACE_COMPILE_DEFINITIONS
    "CUOCC_HAVE_${prefix};CUOCC_OPEN_${prefix}=${open};CUOCC_NAME_${prefix}=\"${name}\"")
endfunction()
