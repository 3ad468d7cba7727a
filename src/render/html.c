/* SPDX-License-Identifier: MIT */
/* A page of answers. What is written is HTML and well-formed XML at once, so that any checker reads
 * it. */
#include "render/html.h"

#include <stdio.h>

#include "render/kernels.h"
#include "render/limiters.h"
#include "render/text.h"

#define CELL_SIZE 64

void html_begin(struct html *html, struct out *out, const char *title)
{
    *html = (struct html){.out = out};
    out_text(out, "<!DOCTYPE html>\n"
                  "<html lang=\"en\" xmlns=\"http://www.w3.org/1999/xhtml\">\n<head>\n"
                  "<meta charset=\"utf-8\"/>\n"
                  "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
                  "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                  "style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:\"/>\n"
                  "<link rel=\"icon\" href=\"data:,\"/>\n<title>");
    xml_text(out, title);
    out_text(out, "</title>\n<style>\n");
    svg_style(out);
    out_text(out, html_style);
    out_text(out, "</style>\n</head>\n<body class=\"occ\">\n<svg class=\"none\" "
                  "aria-hidden=\"true\" xmlns=\"http://www.w3.org/2000/svg\"><defs>\n");
    svg_patterns(out);
    out_text(out, "</defs></svg>\n<header>\n<h1>");
    xml_text(out, title);
    out_text(out, "</h1>\n</header>\n<main>\n");
}

void html_end(struct html *html)
{
    out_text(html->out,
             "</main>\n<footer>\n<p>Theoretical occupancy: active warps / most warps of an SM, as "
             "occ computes it. More of it is not always faster.</p>\n</footer>\n"
             "<output id=\"step\" hidden=\"hidden\"></output>\n<script>\n");
    out_text(html->out, html_script);
    out_text(html->out, "</script>\n</body>\n</html>\n");
}

/* --- the table of all answers --------------------------------------------------------------------
 */

void html_table_begin(struct html *html)
{
    static const char *const heads[] = {"threads per block", "registers", "shared B",
                                        "blocks/SM",         "warps",     "occupancy %"};

    out_text(html->out,
             "<div class=\"scroll\">\n<table class=\"sortable\" id=\"answers\">\n<thead>\n<tr>"
             "<th scope=\"col\">kernel</th><th scope=\"col\" class=\"words\">device</th>");
    for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
        out_printf(html->out, "<th scope=\"col\">%s</th>", heads[i]);
    out_text(html->out,
             "<th scope=\"col\" class=\"words\">limited by</th></tr>\n</thead>\n<tbody>\n");
}

/* Unknown sorts below everything known. */
static void count_cell(struct html *html, bool is_known, uint64_t value)
{
    if (is_known)
        out_printf(html->out, "<td data-value=\"%llu\">%llu</td>", (unsigned long long)value,
                   (unsigned long long)value);
    else
        out_text(html->out, "<td data-value=\"-1\">?</td>");
}

/* Who has no name is called by the block. */
static void write_label(struct html *html, const struct report *report)
{
    out_text(html->out, "<bdi>");
    if (report->kernel != NULL)
        xml_text(html->out, kernel_label(report));
    else
        out_printf(html->out, "%u threads per block", report->result.threads_per_block);
    out_text(html->out, "</bdi>");
}

static void name_cell(struct html *html, const struct report *report, size_t index,
                      bool has_details)
{
    out_text(html->out, "<td class=\"name\">");
    if (has_details)
        out_printf(html->out, "<a href=\"#k%zu\">", index);
    write_label(html, report);
    out_text(html->out, has_details ? "</a></td>" : "</td>");
}

static void device_cell(struct html *html, const struct report *report)
{
    char arch[CELL_SIZE] = "?";

    if (report->kernel != NULL)
        format_arch(arch, sizeof(arch), report->kernel->facts);
    out_text(html->out, "<td class=\"words\">");
    xml_text(html->out, report->dev != NULL ? text_device_label(report->dev) : arch);
    if (report->kernel != NULL && report->kernel->is_estimate)
        out_printf(html->out, " (registers of %s)", arch);
    out_text(html->out, "</td>");
}

static void answer_cells(struct html *html, const struct report *report)
{
    bool is_known = kernel_is_answered(report);
    double occupancy = is_known ? cuocc_occupancy(report->dev, report->result.active_warps) : 0;
    char names[128];

    count_cell(html, is_known, report->result.active_blocks);
    count_cell(html, is_known, report->result.active_warps);
    if (is_known)
        out_printf(html->out, "<td data-value=\"%.6f\">%.2f</td>", occupancy * 100,
                   occupancy * 100);
    else
        count_cell(html, false, 0);
    format_lane_names(names, sizeof(names), is_known ? report->result.limiters : 0);
    out_printf(html->out, "<td class=\"words\">%s%s</td>",
               is_known && !report_is_launchable(report) ? "cannot run: " : "",
               is_known ? names : "?");
}

void html_table_row(struct html *html, const struct report *report, size_t index, bool has_details)
{
    const struct cuocc_launch *launch = report->launch;

    out_text(html->out, "<tr>");
    name_cell(html, report, index, has_details);
    device_cell(html, report);
    count_cell(html, report->result.threads_per_block > 0, report->result.threads_per_block);
    count_cell(html, launch->regs_per_thread != CUOCC_NOT_GIVEN, launch->regs_per_thread);
    count_cell(html, true, launch->smem_per_block_bytes);
    answer_cells(html, report);
    out_text(html->out, "</tr>\n");
}

void html_table_end(struct html *html, const char *note)
{
    out_text(html->out, "</tbody>\n</table>\n</div>\n");
    if (note[0] != '\0')
        out_printf(html->out, "<p class=\"note\">%s</p>\n", note);
}

/* --- the details of one answer -------------------------------------------------------------------
 */

static void limit_row(struct html *html, const struct report *report, enum cuocc_limit limit)
{
    const struct cuocc_limit_info *info = cuocc_limit_info(limit);
    const struct cuocc_result *result = &report->result;
    bool is_limiting = (result->limiters >> (unsigned)limit & 1U) != 0;
    const char *unit = limit == CUOCC_LIMIT_SHARED ? " B" : "";

    if (result->block_limit[limit] == CUOCC_UNLIMITED)
        return;
    out_printf(html->out,
               "<tr%s><th scope=\"row\">%s</th><td>%llu%s</td><td>%u%s</td><td>%u</td>"
               "<td class=\"words\">%s</td></tr>\n",
               is_limiting ? " class=\"limit\"" : "", info->label,
               (unsigned long long)result->per_block[limit], unit, result->per_sm[limit], unit,
               result->block_limit[limit], is_limiting ? "limit" : "");
}

static void limits_table(struct html *html, const struct report *report)
{
    out_text(html->out,
             "<div class=\"scroll\">\n<table class=\"limits\">\n<thead>\n<tr><th "
             "scope=\"col\">limit</th><th scope=\"col\">per block</th><th scope=\"col\">per SM</th>"
             "<th scope=\"col\">blocks/SM</th><th scope=\"col\" class=\"words\"></th></tr>\n"
             "</thead>\n<tbody>\n");
    for (unsigned i = 0; i < CUOCC_LIMIT_COUNT; i++)
        limit_row(html, report, (enum cuocc_limit)i);
    out_text(html->out, "</tbody>\n</table>\n</div>\n");
}

static void answer_line(struct html *html, const struct report *report)
{
    const struct cuocc_result *result = &report->result;
    char answer[CELL_SIZE], names[160];

    format_answer(answer, sizeof(answer), result->active_blocks,
                  cuocc_occupancy(report->dev, result->active_warps));
    format_limiters(names, sizeof(names), result->limiters);
    out_printf(html->out, "<p class=\"answer\"><strong>%s</strong> (%u of %u warps), %s %s.</p>\n",
               answer, result->active_warps, report->dev->max_warps_per_sm,
               report_is_launchable(report) ? "limited by" : "because of", names);
}

void html_section_begin(struct html *html, const struct report *report, size_t index,
                        const char *device)
{
    const struct style style = {.is_ascii = true, .width = 1000};
    struct xml_out xml;
    char command[512];

    out_printf(html->out, "<section id=\"k%zu\">\n<h2>", index);
    write_label(html, report);
    out_text(html->out, " on ");
    xml_text(html->out, text_device_label(report->dev));
    out_text(html->out, "</h2>\n<p>");
    xml_out_begin(&xml, html->out);
    text_device_line(&xml.out, &style, report->dev);
    out_flush(&xml.out);
    out_text(html->out, "<br/>\n");
    text_launch_lines(&xml.out, &style, report, 0);
    out_flush(&xml.out);
    out_text(html->out, "</p>\n");
    answer_line(html, report);
    limits_table(html, report);
    format_command(command, sizeof(command), device, report->launch);
    out_text(html->out, "<p><code>");
    xml_text(html->out, command);
    out_text(html->out, "</code></p>\n");
}

void html_charts_begin(struct html *html)
{
    out_text(html->out, "<h3>Pictures</h3>\n<p class=\"note\">Each chart varies one thing and "
                        "keeps the rest; the dot is this launch. The bars below say what limits "
                        "where.</p>\n<div class=\"charts\">\n");
}

void html_charts_end(struct html *html)
{
    out_text(html->out, "</div>\n");
}

static void figure_begin(struct html *html, unsigned height)
{
    out_printf(html->out,
               "<figure>\n<div class=\"scroll\">\n<svg xmlns=\"http://www.w3.org/2000/svg\" "
               "viewBox=\"0 0 %d %u\">\n",
               SVG_WIDTH, height);
}

static void figure_end(struct html *html)
{
    out_text(html->out, "</svg>\n</div>\n</figure>\n");
}

void html_chart(struct html *html, const struct chart *chart)
{
    figure_begin(html, svg_chart_height(chart));
    svg_chart(html->out, chart, 0, html->next_id++);
    figure_end(html);
}

void html_picture(struct html *html, const struct report *report)
{
    figure_begin(html, svg_picture_height(report));
    svg_picture(html->out, report, 0, html->next_id++);
    figure_end(html);
}

void html_heat(struct html *html, const struct heat *heat)
{
    figure_begin(html, svg_heat_height(heat));
    svg_heat(html->out, heat, 0, html->next_id++);
    figure_end(html);
}

void html_ladder_begin(struct html *html)
{
    out_text(html->out,
             "<h3>Ladder</h3>\n<p class=\"note\">The least shared memory that forces each lower "
             "number of blocks: time the kernel at every occupancy before you pay for more.</p>\n"
             "<div class=\"scroll\">\n<table class=\"ladder\">\n<thead>\n<tr>"
             "<th scope=\"col\">blocks/SM</th><th scope=\"col\">occupancy %</th>"
             "<th scope=\"col\">shared B</th><th scope=\"col\">added B</th>"
             "<th scope=\"col\" class=\"words\">opt-in</th></tr>\n</thead>\n<tbody>\n");
}

void html_ladder_row(struct html *html, const struct report *report,
                     const struct cuocc_ladder_step *step)
{
    out_printf(html->out,
               "<tr><td>%u</td><td>%.2f</td><td>%u</td><td>%u</td><td class=\"words\">%s</td>"
               "</tr>\n",
               step->blocks, cuocc_occupancy(report->dev, step->active_warps) * 100,
               step->smem_per_block_bytes, step->added_bytes, step->needs_opt_in ? "yes" : "");
}

void html_ladder_end(struct html *html)
{
    out_text(html->out, "</tbody>\n</table>\n</div>\n");
}

void html_section_end(struct html *html, const struct report *report)
{
    const struct style style = {.is_ascii = true, .width = 80};
    struct xml_out xml;

    out_text(html->out, "<h3>Explanation</h3>\n<div class=\"scroll\">\n<pre>");
    xml_out_begin(&xml, html->out);
    text_report(&xml.out, &style, report);
    text_explain(&xml.out, &style, report);
    out_flush(&xml.out);
    out_text(html->out, "</pre>\n</div>\n</section>\n");
}
