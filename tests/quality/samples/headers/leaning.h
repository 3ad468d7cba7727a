/* SPDX-License-Identifier: MIT */
/* What the header check must refuse: uint32_t comes from somebody else. */
uint32_t leaning(void);
