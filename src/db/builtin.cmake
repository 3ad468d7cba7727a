# cmake -DOUTPUT=builtin.c "-DFILES=a.json;b.json" -P builtin.cmake
#
# Writes the device files as byte arrays (C compilers need not take string literals this long).
# Nothing is run but CMake, so it works when cross-compiling.

set(arrays "")
set(rows "")
list(SORT FILES COMPARE NATURAL)
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME_WE)
  if(NOT name MATCHES "^sm_([1-9][0-9]*)([0-9])$")
    message(FATAL_ERROR "${file}: a device file is named sm_XY.json after its compute capability")
  endif()
  set(major "${CMAKE_MATCH_1}")
  set(minor "${CMAKE_MATCH_2}")
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  # A line break behind each newline keeps the lines of the two files alike.
  string(REPLACE "'\\x0a'," "'\\x0a',\n" bytes "${bytes}")
  string(APPEND arrays "static const char ${name}[] = {\n${bytes}0};\n\n")
  string(APPEND rows "    {.name = \"${name}\", .path = \"devices/${name}.json\", .cc_major = ${major},"
                     " .cc_minor = ${minor}, .text = ${name}, .size = sizeof(${name}) - 1},\n")
endforeach()

file(WRITE "${OUTPUT}"
"/* Made from devices/ by src/db/builtin.cmake. */
#include \"db/builtin.h\"

${arrays}const struct builtin_device builtin_devices[] = {
${rows}};

const size_t builtin_device_count = sizeof(builtin_devices) / sizeof(builtin_devices[0]);
")
