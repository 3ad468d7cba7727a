# `cpack -G "TGZ;DEB"` in the build folder; docs/RELEASING.md says how to make a release.
set(CUOCC_PACKAGE_CONTACT "The occ authors <occ@localhost>" CACHE STRING "Maintainer that the .deb names")

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
# What a program linked to the static library, or find_package() of it, needs beside it.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "libcjson-dev, libelf-dev, liblz4-dev, libzstd-dev")
include(CPack)
