/* SPDX-License-Identifier: MIT */
/* What people call devices: compiler targets, compute capabilities, product names. */
#ifndef DB_NAMES_H
#define DB_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The longest name that is looked at; no product's name comes near it. */
#define NAME_LENGTH_MAX 127

struct target {
    uint32_t major;
    uint32_t minor;
};

/**
 * Read "sm_89", "compute_89", "89" or "8.9" in any case; from 9.0 on also with
 * the suffix a ("sm_90a"), from 10.0 on with f ("sm_100f").
 */
bool target_parse(const char *name, struct target *target);

/** Read "8.9": 1 to 999, a point, one digit. */
bool capability_parse(const char *text, struct target *target);

/** A name in lower case, in words: " rtx 4090 laptop gpu ", "80 GB" being the word 80gb. */
struct name_words {
    char text[2 * NAME_LENGTH_MAX + 3];
};

/** @return false if the name is longer than NAME_LENGTH_MAX. */
bool name_words_make(const char *name, struct name_words *words);

/** The words without spaces and without vendor words: "rtx4090laptopgpu". */
struct name_key {
    char text[NAME_LENGTH_MAX + 1];
};

void name_key_make(const struct name_words *words, struct name_key *key);

/**
 * Whether the name has every word that was asked for, vendor words aside, and
 * one of those says which model is meant ("laptop" or "80gb" alone does not).
 */
bool name_fits(const struct name_words *asked, const struct name_words *name);

/** The letters of either case and the digits that a name has, a bit for each. */
uint64_t name_letters(const char *name);

/** Those that a name has if it fits, has the same key, or is the same. */
uint64_t name_letters_asked(const struct name_words *asked);

bool name_equal_ignoring_case(const char *a, const char *b);

/** @return the least number of characters to insert, remove or change; looks at NAME_LENGTH_MAX. */
size_t edit_distance(const char *a, const char *b);

#endif
