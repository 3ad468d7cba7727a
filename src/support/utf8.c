/* SPDX-License-Identifier: MIT */
/* UTF-8 by the table of the Unicode Standard, "Well-Formed UTF-8 Byte Sequences". */
#include "support/utf8.h"

#include <stdint.h>

/* Lead bytes, the range of the second byte, and how many bytes there are. */
static const struct {
    uint8_t lead_from, lead_to;
    uint8_t second_from, second_to;
    uint8_t length;
} sequences[] = {
    {0x01, 0x7f, 0x00, 0x00, 1}, {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
    {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
    {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
};

size_t utf8_length(const char *text)
{
    const uint8_t *bytes = (const uint8_t *)text;

    for (size_t i = 0; i < sizeof(sequences) / sizeof(sequences[0]); i++) {
        if (bytes[0] < sequences[i].lead_from || bytes[0] > sequences[i].lead_to)
            continue;
        if (sequences[i].length > 1 &&
            (bytes[1] < sequences[i].second_from || bytes[1] > sequences[i].second_to))
            return 0;
        for (size_t k = 2; k < sequences[i].length; k++)
            if (bytes[k] < 0x80 || bytes[k] > 0xbf)
                return 0;
        return sequences[i].length;
    }
    return 0;
}

size_t utf8_count(const char *text)
{
    size_t count = 0;

    while (*text != '\0') {
        size_t length = (unsigned char)*text < 0x80 ? 1 : utf8_length(text);

        text += length > 0 ? length : 1;
        count++;
    }
    return count;
}
