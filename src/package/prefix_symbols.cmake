# cmake -DNM=nm -DOBJCOPY=objcopy -DARCHIVE=libcuocc.a -P prefix_symbols.cmake
#
# Puts cuocc_internal_ before every global name in the archive that does not begin with cuocc_. Names of the
# compiler (two underscores) keep theirs.
execute_process(COMMAND ${NM} -g --defined-only ${ARCHIVE}
  OUTPUT_VARIABLE listing COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[0-9a-f]+ [A-Za-z] [^\n]+" rows "${listing}")
list(TRANSFORM rows REPLACE "^[0-9a-f]+ [A-Za-z] " "")
list(FILTER rows EXCLUDE REGEX "^(cuocc_|__)")
list(REMOVE_DUPLICATES rows)
list(TRANSFORM rows REPLACE "(.+)" "\\1 cuocc_internal_\\1")
list(JOIN rows "\n" map)
file(WRITE ${ARCHIVE}.names "${map}\n")
execute_process(COMMAND ${OBJCOPY} --redefine-syms=${ARCHIVE}.names ${ARCHIVE}
  COMMAND_ERROR_IS_FATAL ANY)
