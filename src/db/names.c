/* SPDX-License-Identifier: MIT */
/* Comparing names of devices. ASCII only, whatever the locale. */
#include "db/names.h"

#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_word_char(char c)
{
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z');
}

bool name_equal_ignoring_case(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return lower(*a) == lower(*b);
}

/* What follows `prefix` in `name`, in any case, or NULL. */
static const char *after_prefix(const char *name, const char *prefix)
{
    while (*prefix != '\0')
        if (lower(*name++) != *prefix++)
            return NULL;
    return name;
}

/* The length of a number without a leading zero, at most four digits; else 0. */
static size_t digits_length(const char *text)
{
    size_t length = 0;

    while (length <= 4 && is_digit(text[length]))
        length++;
    return length > 4 || text[0] == '0' ? 0 : length;
}

static uint32_t digits_value(const char *text, size_t length)
{
    uint32_t value = 0;

    for (size_t i = 0; i < length; i++)
        value = value * 10 + (uint32_t)(text[i] - '0');
    return value;
}

/* "a": architecture-specific code, from 9.0 on; "f": family-specific, from 10.0 on. */
static bool suffix_is_allowed(const char *suffix, uint32_t major)
{
    if (*suffix == '\0')
        return true;
    return suffix[1] == '\0' &&
           ((lower(*suffix) == 'a' && major >= 9) || (lower(*suffix) == 'f' && major >= 10));
}

bool capability_parse(const char *text, struct target *target)
{
    size_t length = digits_length(text);

    if (length == 0 || length > 3 || text[length] != '.' || !is_digit(text[length + 1]) ||
        text[length + 2] != '\0')
        return false;
    target->major = digits_value(text, length);
    target->minor = (uint32_t)(text[length + 1] - '0');
    return true;
}

bool target_parse(const char *name, struct target *target)
{
    static const char *const prefixes[] = {"sm_", "compute_", ""};
    size_t length = 0;

    if (capability_parse(name, target))
        return true;
    for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]) && length == 0; i++) {
        const char *rest = after_prefix(name, prefixes[i]);

        length = rest ? digits_length(rest) : 0;
        name = length > 0 ? rest : name;
    }
    if (length < 2)
        return false;
    target->major = digits_value(name, length - 1);
    target->minor = (uint32_t)(name[length - 1] - '0');
    return suffix_is_allowed(name + length, target->major);
}

/* "80 GB" is one word: drop the space after a word of digits. */
static bool joins_previous(const char *words, size_t length, const char *rest)
{
    const char *after = after_prefix(rest, "gb");
    size_t i = length - 1;

    if (!after || is_word_char(*after))
        return false;
    while (i > 0 && is_digit(words[i - 1]))
        i--;
    return i < length - 1 && words[i - 1] == ' ';
}

bool name_words_make(const char *name, struct name_words *words)
{
    size_t length = 0;

    if (strlen(name) > NAME_LENGTH_MAX)
        return false;
    words->text[length++] = ' ';
    while (*name != '\0') {
        if (!is_word_char(*name)) {
            name++;
            continue;
        }
        if (length > 1 && joins_previous(words->text, length, name))
            length--;
        while (is_word_char(*name))
            words->text[length++] = lower(*name++);
        words->text[length++] = ' ';
    }
    words->text[length] = '\0';
    return true;
}

/* Copy the word at `at`, which begins after a space; @return what follows it. */
static const char *next_word(const char *at, char word[NAME_LENGTH_MAX + 1])
{
    size_t length = strcspn(at, " ");

    memcpy(word, at, length);
    word[length] = '\0';
    return at[length] == ' ' ? at + length + 1 : at + length;
}

#define LISTED_SIZE 12

static bool is_in(const char *word, const char (*list)[LISTED_SIZE], size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, list[i]) == 0)
            return true;
    return false;
}

/* Quadro is not here: "RTX 6000" may be Turing, Ada or Blackwell, "Quadro RTX 6000" is Turing. */
static bool is_vendor_word(const char *word)
{
    static const char list[][LISTED_SIZE] = {"nvidia", "geforce", "tesla"};

    return is_in(word, list, sizeof(list) / sizeof(list[0]));
}

void name_key_make(const struct name_words *words, struct name_key *key)
{
    const char *at = words->text + 1;
    size_t length = 0;

    while (*at != '\0') {
        char word[NAME_LENGTH_MAX + 1];

        at = next_word(at, word);
        if (is_vendor_word(word))
            continue;
        memcpy(key->text + length, word, strlen(word));
        length += strlen(word);
    }
    key->text[length] = '\0';
}

static bool is_memory_size(const char *word)
{
    size_t digits = digits_length(word);

    return digits > 0 && strcmp(word + digits, "gb") == 0;
}

/* Words that many products share, or that one product happens to be alone with. */
static bool names_no_model(const char *word)
{
    static const char list[][LISTED_SIZE] = {
        "ac",     "active",   "ada",   "ampere", "blackwell",   "design", "edition", "generation",
        "gpu",    "gt",       "gtx",   "hbm2",   "hbm3",        "hbm3e",  "hopper",  "jetson",
        "laptop", "lovelace", "lpddr", "max",    "maxwell",     "mobile", "nvl",     "oem",
        "pascal", "pcie",     "pro",   "quadro", "rtx",         "rubin",  "server",  "sff",
        "super",  "sxm",      "sxm2",  "sxm3",   "sxm4",        "sxm5",   "sxm6",    "ti",
        "turing", "v2",       "volta", "with",   "workstation",
    };

    return word[1] == '\0' || is_vendor_word(word) || is_memory_size(word) ||
           is_in(word, list, sizeof(list) / sizeof(list[0]));
}

static bool has_word(const struct name_words *name, const char *word)
{
    char spaced[NAME_LENGTH_MAX + 3] = " ";
    size_t length = strlen(word);

    memcpy(spaced + 1, word, length);
    memcpy(spaced + 1 + length, " ", 2);
    return strstr(name->text, spaced) != NULL;
}

static bool is_left_aside(const char *word)
{
    return is_vendor_word(word) || strcmp(word, "quadro") == 0;
}

bool name_fits(const struct name_words *asked, const struct name_words *name)
{
    const char *at = asked->text + 1;
    bool says_model = false;

    while (*at != '\0') {
        char word[NAME_LENGTH_MAX + 1];

        at = next_word(at, word);
        if (is_left_aside(word))
            continue;
        if (!has_word(name, word))
            return false;
        says_model = says_model || !names_no_model(word);
    }
    return says_model;
}

uint64_t name_letters(const char *name)
{
    uint64_t letters = 0;

    for (; *name != '\0'; name++) {
        if (is_digit(*name))
            letters |= UINT64_C(1) << (*name - '0');
        else if (is_word_char(*name))
            letters |= UINT64_C(1) << (10 + lower(*name) - 'a');
    }
    return letters;
}

uint64_t name_letters_asked(const struct name_words *asked)
{
    const char *at = asked->text + 1;
    uint64_t letters = 0;

    while (*at != '\0') {
        char word[NAME_LENGTH_MAX + 1];

        at = next_word(at, word);
        if (!is_left_aside(word))
            letters |= name_letters(word);
    }
    return letters;
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Levenshtein's distance, keeping one row of the table. */
size_t edit_distance(const char *a, const char *b)
{
    size_t row[NAME_LENGTH_MAX + 1];
    size_t a_length = least(strlen(a), NAME_LENGTH_MAX);
    size_t b_length = least(strlen(b), NAME_LENGTH_MAX);

    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];

        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t changed = diagonal + (a[i - 1] != b[j - 1]);

            diagonal = row[j];
            row[j] = least(changed, least(row[j - 1], row[j]) + 1);
        }
    }
    return row[b_length];
}
