# `cpack -G "TGZ;DEB"` in the build folder; docs/RELEASING.md says how to make a release.
set(CUOCC_PACKAGE_CONTACT "The occ authors <occ@localhost>" CACHE STRING "Maintainer that the .deb names")

# cuocc_debian_packages(RESULT LIBRARY...): the packages that these libraries are of, as in "libelf1, liblz4-1".
function(cuocc_debian_packages result)
  set(packages "")
  find_program(CUOCC_DPKG_QUERY dpkg-query)
  mark_as_advanced(CUOCC_DPKG_QUERY)
  foreach(library IN LISTS ARGN)
    if(CUOCC_DPKG_QUERY)
      execute_process(COMMAND ${CUOCC_DPKG_QUERY} -S "*/${CMAKE_LIBRARY_ARCHITECTURE}/${library}"
        OUTPUT_VARIABLE owners ERROR_QUIET)
      if(owners MATCHES "^([^:, ]+)")
        list(APPEND packages ${CMAKE_MATCH_1})
      endif()
    endif()
  endforeach()
  list(JOIN packages ", " packages)
  set(${result} "${packages}" PARENT_SCOPE)
endfunction()

install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
install(FILES ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/docs/CHANGELOG.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

set(CPACK_PACKAGE_NAME occ)
set(CPACK_PACKAGE_VENDOR "The occ authors")
set(CPACK_PACKAGE_CONTACT ${CUOCC_PACKAGE_CONTACT})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA occupancy calculator")
set(CPACK_PACKAGE_DESCRIPTION
  "How many blocks of a CUDA kernel fit on one SM, what stops the next one, and what would have to change.
 Needs no GPU; reads what ptxas, nvcc, cuobjdump and Nsight Compute wrote. With the library libcuocc,
 its headers, and CMake and pkg-config files.")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_THREADS 1) # more threads of the compressor, other bytes

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# What occ opens when it is needed is not seen there. The C++ runtime only makes names readable.
get_property(loaded_libraries GLOBAL PROPERTY CUOCC_LOADED_LIBRARIES)
cuocc_debian_packages(CPACK_DEBIAN_PACKAGE_DEPENDS ${loaded_libraries})
cuocc_debian_packages(CPACK_DEBIAN_PACKAGE_RECOMMENDS libstdc++.so.6)
include(CPack)
