/* SPDX-License-Identifier: MIT */
/* C++ names as people write them, through the C++ runtime. */
#ifndef INPUT_DEMANGLE_H
#define INPUT_DEMANGLE_H

/* @return the demangled name, to be freed; NULL if it is not mangled, would become far too
 * long, if no C++ runtime is found, or without memory: then the name as it stands has to do. */
char *demangle(const char *mangled);

#endif
