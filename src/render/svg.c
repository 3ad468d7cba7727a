/* SPDX-License-Identifier: MIT */
/* What every SVG has: escaping, style, patterns, headings. */
#include "render/svg.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "support/utf8.h"

#define HEADING_TOP  22
#define LINE_HEIGHT  18
#define HEADING_REST 10

/* --- escaping -----------------------------------------------------------------------------------
 */

static const char *entity_of(char c)
{
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    }
    return NULL;
}

static bool is_control(unsigned char c)
{
    return (c < 0x20 && c != '\t' && c != '\n') || c == 0x7f;
}

/* XML 1.0, section 2.2: no control characters but tab and line ends, no U+FFFE and U+FFFF. HTML
 * wants no DEL and no C1 controls either. */
static bool is_character(const char *text, size_t length)
{
    if (length == 1)
        return !is_control((unsigned char)text[0]);
    if (length == 2 && text[0] == '\xc2' && (unsigned char)text[1] < 0xa0)
        return false;
    return length != 3 ||
           (memcmp(text, "\xef\xbf\xbe", 3) != 0 && memcmp(text, "\xef\xbf\xbf", 3) != 0);
}

void xml_text(struct out *out, const char *text)
{
    while (*text != '\0') {
        size_t length = utf8_length(text);
        const char *entity = entity_of(*text);

        if (entity != NULL)
            out_text(out, entity);
        else if (length == 0 || !is_character(text, length))
            out_text(out, "\uFFFD");
        else
            out_bytes(out, text, length);
        text += length > 0 ? length : 1;
    }
}

static bool flush_escaped(void *ctx, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *entity = entity_of(bytes[i]);

        if (entity != NULL)
            out_text(ctx, entity);
        else if (is_control((unsigned char)bytes[i]))
            out_text(ctx, "\uFFFD");
        else
            out_char(ctx, bytes[i]);
    }
    return true;
}

void xml_out_begin(struct xml_out *xml, struct out *to)
{
    xml->out = (struct out){
        .bytes = xml->buffer, .size = sizeof(xml->buffer), .flush = flush_escaped, .ctx = to};
}

/* --- style ------------------------------------------------------------------------------- */

/* The eight colours of Okabe and Ito, told apart with every kind of colour blindness; a letter and
 * a pattern say the same. The map goes from dark to bright (viridis), so it also reads in grey. */
/* clang-format off */
static const char style_text[] =
    ".occ{--ink:#1b1f24;--dim:#57606a;--back:#fff;--rule:#d0d7de;--area:#0072b2;--mark:#b35900}\n"
    "@media screen and (prefers-color-scheme:dark){.occ{--ink:#e6edf3;--dim:#9aa5b1;--back:#0d1117;--rule:#30363d;"
    "--area:#56b4e9;--mark:#ffb454}}\n"
    ".occ text{font-family:system-ui,-apple-system,\"Segoe UI\",\"DejaVu Sans\",sans-serif;font-size:13px;"
    "fill:var(--ink)}\n"
    ".occ .back{fill:var(--back)}\n"
    ".occ .title{font-weight:600;font-size:14px}\n"
    ".occ .dim{fill:var(--dim)}\n"
    ".occ .end{text-anchor:end}\n"
    ".occ .mid{text-anchor:middle}\n"
    ".occ .small{font-size:11.5px}\n"
    ".occ .rule{stroke:var(--rule);stroke-width:1;fill:none}\n"
    ".occ .area{fill:var(--area);fill-opacity:.16}\n"
    ".occ .line{stroke:var(--area);stroke-width:2;fill:none}\n"
    ".occ .mark{stroke:var(--mark);stroke-width:1.5;stroke-dasharray:4 3;fill:none}\n"
    ".occ .dot{fill:var(--mark);stroke:var(--back);stroke-width:1.5}\n"
    ".occ .asked{fill:var(--mark);font-weight:600}\n"
    ".occ .tick{font-size:11.5px;text-anchor:middle;stroke:var(--back);stroke-width:3px;paint-order:stroke}\n"
    ".occ .letter{font-weight:700;font-size:11.5px;text-anchor:middle;stroke:var(--back);stroke-width:3px;"
    "paint-order:stroke}\n"
    ".occ .hit{fill:transparent}\n"
    ".occ .hit:hover,.occ .hit:focus{fill:var(--area);fill-opacity:.18;outline:none}\n"
    ".occ .cell{stroke:var(--back);stroke-width:.5}\n"
    ".occ .free{fill:none;stroke:var(--rule)}\n"
    ".occ .slot{stroke:var(--back);stroke-width:1}\n"
    ".occ .digit{font-size:11px;text-anchor:middle}\n"
    ".occ .asked-cell{fill:none;stroke:var(--mark);stroke-width:3}\n"
    ".occ .onlight{fill:#111}\n"
    ".occ .ondark{fill:#fff}\n";

static const struct {
    char id[2], colour[8], shape[32];
} patterns[] = {
    { .id = "W", .colour = "#0072b2", .shape = "M0 0L8 8M-2 6L2 10M6 -2L10 2" },
    { .id = "B", .colour = "#e69f00", .shape = "M0 2H8M0 6H8" },
    { .id = "R", .colour = "#d55e00", .shape = "M8 0L0 8M2 -2L-2 2M10 6L6 10" },
    { .id = "S", .colour = "#009e73", .shape = "M2 0V8M6 0V8" },
    { .id = "A", .colour = "#cc79a7", .shape = "M0 4H8M4 0V8" },
    { .id = "C", .colour = "#56b4e9", .shape = "M0 0L8 8M8 0L0 8" },
    { .id = "x", .colour = "#888888", .shape = "M3 4H5M4 3V5" },
};
/* clang-format on */

void svg_style(struct out *out)
{
    out_text(out, style_text);
}

void svg_patterns(struct out *out)
{
    for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++)
        out_printf(out,
                   "<pattern id=\"p%s\" width=\"8\" height=\"8\" patternUnits=\"userSpaceOnUse\">"
                   "<rect width=\"8\" height=\"8\" fill=\"%s\" fill-opacity=\".3\"/>"
                   "<path d=\"%s\" stroke=\"%s\" stroke-width=\"1.2\" fill=\"none\"/></pattern>\n",
                   patterns[i].id, patterns[i].colour, patterns[i].shape, patterns[i].colour);
}

/* --- documents ----------------------------------------------------------------------------------
 */

unsigned svg_heading_height(const char *heading)
{
    unsigned lines = 0;

    for (; *heading != '\0'; heading++)
        lines += *heading == '\n';
    return HEADING_TOP + lines * LINE_HEIGHT + HEADING_REST;
}

static void heading_lines(struct out *out, const char *heading)
{
    unsigned y = HEADING_TOP;
    char line[256];

    while (*heading != '\0') {
        size_t length = strcspn(heading, "\n");

        (void)snprintf(line, sizeof(line), "%.*s", (int)length, heading);
        svg_text(out, 12, y, y == HEADING_TOP ? "class=\"title\"" : "class=\"dim\"", "%s", line);
        heading += length + (heading[length] == '\n');
        y += LINE_HEIGHT;
    }
}

void svg_begin(struct out *out, unsigned height, const char *title, const char *heading)
{
    out_printf(out,
               "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"occ\" width=\"%d\" height=\"%u\" "
               "viewBox=\"0 0 %d %u\" style=\"max-width:100%%;height:auto\" role=\"group\" "
               "aria-labelledby=\"title desc\">\n"
               "<title id=\"title\">",
               SVG_WIDTH, height, SVG_WIDTH, height);
    xml_text(out, title);
    out_text(out, "</title>\n<desc id=\"desc\">");
    xml_text(out, heading);
    out_text(out, "</desc>\n<style>\n");
    svg_style(out);
    out_text(out, "</style>\n<defs>\n");
    svg_patterns(out);
    out_printf(out, "</defs>\n<rect class=\"back\" width=\"%d\" height=\"%u\"/>\n", SVG_WIDTH,
               height);
    heading_lines(out, heading);
}

void svg_end(struct out *out)
{
    out_text(out, "</svg>\n");
}

void svg_group_begin(struct out *out, unsigned y, unsigned id, const char *class_name,
                     const char *title)
{
    out_printf(out,
               "<g class=\"%s\" role=\"img\" aria-labelledby=\"t%u d%u\" "
               "transform=\"translate(0 %u)\">\n<title id=\"t%u\">",
               class_name, id, id, y, id);
    xml_text(out, title);
    out_text(out, "</title>\n");
}

void svg_desc_begin(struct out *out, unsigned id)
{
    out_printf(out, "<desc id=\"d%u\">", id);
}

void svg_desc_end(struct out *out)
{
    out_text(out, "</desc>\n");
}

void svg_text(struct out *out, double x, double y, const char *attributes, const char *format, ...)
{
    char text[512];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    out_printf(out, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, attributes);
    xml_text(out, text);
    out_text(out, "</text>\n");
}

bool svg_take_place(struct svg_labels *labels, double from, double to)
{
    for (size_t i = 0; i < labels->count; i++)
        if (from < labels->to[i] + 4 && to > labels->from[i] - 4)
            return false;
    if (labels->count == sizeof(labels->from) / sizeof(labels->from[0]))
        return false;
    labels->from[labels->count] = from;
    labels->to[labels->count++] = to;
    return true;
}
