/* SPDX-License-Identifier: MIT */
/* CUDA machine code: docs/formats/cubin.md says where each fact stands. */
#include "input/cubin.h"

#include <stdlib.h>
#include <string.h>

#include "input/attributes.h"
#include "input/elf_image.h"
#include "input/report.h"

enum {
    TYPE_ATTRIBUTES = 0x70000000, /* .nv.info, .nv.info.KERNEL */
    TYPE_COMPAT = 0x70000086,     /* .nv.compat */
    TYPE_SHARED = 0x7000000a,     /* .nv.shared.KERNEL, relocatable; in the file it has no bytes */
    SYMBOL_IS_KERNEL = 0x10,      /* in st_other */
    NEWEST_ABI = 8,
    FIRST_SM_RESERVING = 90, /* linked images from here on count the system's bytes as well */
    RESERVED_BYTES = 1024,
    FIRST_TOOLKIT_ANNOTATING = 128, /* 12.8 marks every spill and refill, as seen on ... */
    FIRST_SM_ANNOTATED = 75,        /* ... code for these, ABI 7 and 8 alike */
    ANNOTATION_SPILL_REFILL = 1
};

#define STACK_UNKNOWN 0xffffffffU

/* What .nv.info says of one symbol. */
struct symbol_facts {
    uint32_t regs, min_stack, frame;
    bool has_regs, has_min_stack, has_frame;
};

/* The sections that belong to one section of code; NULL: none. */
struct code_sections {
    const struct elf_section *attributes, *shared;
};

struct cubin {
    struct reading *reading;
    struct elf_image image;
    struct cuocc_arch arch;
    uint32_t sm;
    bool is_linked;
    struct symbol_facts *symbols; /* symbol_count */
    struct code_sections *code;   /* section_count */
};

/* A kernel in the making. */
struct draft {
    struct cuocc_kernel kernel;
    uint32_t toolkit; /* CUDA_API_VERSION: 10 x release; 0: not said */
    bool has_spills;
};

/* --- target -------------------------------------------------------------------------- */

static const uint8_t *section_start(const struct cubin *cubin, const struct elf_section *section)
{
    return cubin->image.in->bytes + section->offset;
}

static struct attribute_walk walk_section(const struct cubin *cubin,
                                          const struct elf_section *section)
{
    const uint8_t *start = section_start(cubin, section);

    return (struct attribute_walk){.at = start, .end = start + section->size};
}

/* The rest of a section after a record of unknown form is not read, and that is said. */
static void note_broken(const struct cubin *cubin, const struct attribute_walk *walk)
{
    if (walk->is_broken)
        report_note(cubin->reading->sink, cubin->image.in,
                    (uint64_t)(walk->at - cubin->image.in->bytes),
                    "attribute of unknown form; the section's rest is not read");
}

static bool compat_says_accelerator(const struct cubin *cubin)
{
    for (size_t i = 0; i < cubin->image.section_count; ++i) {
        const struct elf_section *section = &cubin->image.sections[i];
        struct attribute attribute;
        struct attribute_walk walk;

        if (section->type != TYPE_COMPAT)
            continue;
        walk = walk_section(cubin, section);
        while (attribute_next(&walk, &attribute)) {
            if (attribute.code == ATTRIBUTE_TARGET_IS_ACCELERATOR && attribute.size == 1)
                return attribute.payload[0] == 1;
        }
        note_broken(cubin, &walk);
    }
    return false;
}

/* Two layouts of e_flags, told apart by EI_ABIVERSION alone. */
static enum cuocc_status read_target(struct cubin *cubin)
{
    const struct elf_image *image = &cubin->image;
    struct cuocc_error *error = cubin->reading->error;
    bool is_old = image->abi_version < NEWEST_ABI;
    bool is_accelerator = (image->flags & (is_old ? 0x800U : 0x8U)) != 0;

    cubin->sm = is_old ? image->flags & 0xff : image->flags >> 8 & 0xff;
    if (image->abi_version == 0 || cubin->sm < 20 || (image->abi_version < 7 && cubin->sm > 90))
        return report_damage(
            error, image->in, 48, "e_flags 0x%x name no target (ABI version %u, SM %u)",
            (unsigned)image->flags, (unsigned)image->abi_version, (unsigned)cubin->sm);
    if (image->abi_version > NEWEST_ABI)
        reading_skip(cubin->reading, SKIP_ABI, image->in, 8);
    if (image->type != ELF_TYPE_REL && image->type != ELF_TYPE_EXEC)
        return report_damage(error, image->in, 16,
                             "a cubin of type %u; relocatable (1) or executable (2) are known",
                             (unsigned)image->type);
    cubin->is_linked = image->type == ELF_TYPE_EXEC;
    cubin->arch = (struct cuocc_arch){
        .cc_major = cubin->sm / 10,
        .cc_minor = cubin->sm % 10,
        .suffix = is_accelerator || compat_says_accelerator(cubin) ? 'a' : '\0',
    };
    return CUOCC_OK;
}

/* The number is the cubin's own; 'f' stands in the label alone. */
static void apply_label(struct cubin *cubin, const struct cubin_label *label)
{
    if (label == NULL || label->sm == 0)
        return;
    if (label->sm != cubin->sm)
        reading_skip(cubin->reading, SKIP_TARGET_DIFFERS, label->container, label->offset);
    else if (label->suffix != '\0')
        cubin->arch.suffix = label->suffix;
}

/* --- index: each section and each attribute is looked at once -------------------------- */

static enum cuocc_status check_sections(const struct cubin *cubin)
{
    for (size_t i = 1; i < cubin->image.section_count; ++i) {
        const struct elf_section *section = &cubin->image.sections[i];

        if (section->type != ELF_SECTION_NOBITS && section->type != TYPE_SHARED &&
            !elf_section_has_bytes(&cubin->image, section))
            return report_damage(cubin->reading->error, cubin->image.in, section->offset,
                                 "section %zu ends past the %zu bytes of the cubin", i,
                                 cubin->image.in->size);
    }
    return CUOCC_OK;
}

/* Whether a section is PREFIX + KERNEL beside the code's ".text." + KERNEL. */
static bool is_section_of(const struct elf_section *section, const char *prefix,
                          const struct elf_section *code)
{
    static const char code_prefix[] = ".text.";
    size_t prefix_size = strlen(prefix);

    return strncmp(section->name, prefix, prefix_size) == 0 &&
           strncmp(code->name, code_prefix, sizeof(code_prefix) - 1) == 0 &&
           strcmp(section->name + prefix_size, code->name + sizeof(code_prefix) - 1) == 0;
}

static void index_sections(struct cubin *cubin)
{
    const struct elf_image *image = &cubin->image;

    for (size_t i = 1; i < image->section_count; ++i) {
        const struct elf_section *section = &image->sections[i];
        const struct elf_section *code =
            section->info < image->section_count ? &image->sections[section->info] : NULL;

        if (code == NULL)
            continue;
        if (section->type == TYPE_ATTRIBUTES && is_section_of(section, ".nv.info.", code))
            cubin->code[section->info].attributes = section;
        else if (is_section_of(section, ".nv.shared.", code))
            cubin->code[section->info].shared = section;
    }
}

static void index_attribute(struct cubin *cubin, const struct attribute *attribute)
{
    uint32_t index, value;
    struct symbol_facts *facts;

    if (attribute->format != ATTRIBUTE_SIZED || attribute->size < 8)
        return;
    index = get_u32(attribute->payload);
    value = get_u32(attribute->payload + 4);
    if (index == 0 || index >= cubin->image.symbol_count)
        return;
    facts = &cubin->symbols[index];
    if (attribute->code == ATTRIBUTE_REGCOUNT) {
        facts->regs = value;
        facts->has_regs = true;
    } else if (attribute->code == ATTRIBUTE_MIN_STACK_SIZE) {
        facts->min_stack = value;
        facts->has_min_stack = true;
    } else if (attribute->code == ATTRIBUTE_FRAME_SIZE) {
        facts->frame = value;
        facts->has_frame = true;
    }
}

static void index_attributes(struct cubin *cubin)
{
    for (size_t i = 1; i < cubin->image.section_count; ++i) {
        const struct elf_section *section = &cubin->image.sections[i];
        struct attribute attribute;
        struct attribute_walk walk;

        if (section->type != TYPE_ATTRIBUTES || strcmp(section->name, ".nv.info") != 0)
            continue;
        walk = walk_section(cubin, section);
        while (attribute_next(&walk, &attribute))
            index_attribute(cubin, &attribute);
        note_broken(cubin, &walk);
    }
}

/* --- kernels --------------------------------------------------------------------------- */

static void set_known(struct cuocc_kernel *kernel, enum cuocc_kernel_fact fact)
{
    kernel->known |= 1U << (unsigned)fact;
}

/* Three dimensions and their product; false if one is 0 or the product no 32-bit number. */
static bool get_dim(const struct attribute *attribute, uint32_t dim[static 3], uint32_t *product)
{
    uint64_t count = 1;

    for (size_t i = 0; i < 3; ++i) {
        dim[i] = get_u32(attribute->payload + i * 4);
        count *= dim[i];
        if (count == 0 || count > UINT32_MAX)
            return false;
    }
    *product = (uint32_t)count;
    return true;
}

static bool take_max_threads(struct draft *draft, const struct attribute *attribute)
{
    struct cuocc_kernel *kernel = &draft->kernel;
    uint32_t dim[3], product;

    if (!get_dim(attribute, dim, &product))
        return false;
    kernel->max_threads_per_block = product;
    set_known(kernel, CUOCC_FACT_MAX_THREADS);
    return true;
}

static bool take_required_block(struct draft *draft, const struct attribute *attribute)
{
    struct cuocc_kernel *kernel = &draft->kernel;
    uint32_t dim[3], product;

    if (!get_dim(attribute, dim, &product))
        return false;
    memcpy(kernel->required_block_dim, dim, sizeof(dim));
    set_known(kernel, CUOCC_FACT_REQUIRED_BLOCK);
    return true;
}

static bool take_cluster(struct draft *draft, const struct attribute *attribute)
{
    struct cuocc_kernel *kernel = &draft->kernel;
    uint32_t dim[3], product;

    if (!get_dim(attribute, dim, &product))
        return false;
    memcpy(kernel->cluster_dim, dim, sizeof(dim));
    set_known(kernel, CUOCC_FACT_CLUSTER);
    return true;
}

static bool take_barriers(struct draft *draft, const struct attribute *attribute)
{
    struct cuocc_kernel *kernel = &draft->kernel;
    /* ABI 8 has this, ABI 7 the flags of the section: never both. */
    if (attribute->payload[0] > kernel->barriers_per_block)
        kernel->barriers_per_block = attribute->payload[0];
    return true;
}

static bool take_params(struct draft *draft, const struct attribute *attribute)
{
    struct cuocc_kernel *kernel = &draft->kernel;
    kernel->param_bytes = get_u16(attribute->payload);
    return true;
}

static bool take_toolkit(struct draft *draft, const struct attribute *attribute)
{
    draft->toolkit = get_u32(attribute->payload);
    return true;
}

/* Pairs of type and code offset. */
static bool take_annotations(struct draft *draft, const struct attribute *attribute)
{
    for (size_t at = 0; at + 8 <= attribute->size; at += 8) {
        if (get_u32(attribute->payload + at) == ANNOTATION_SPILL_REFILL)
            draft->has_spills = true;
    }
    return true;
}

struct attribute_row {
    enum attribute_code code;
    enum attribute_format format;
    size_t size; /* least bytes of its value */
    bool (*take)(struct draft *draft, const struct attribute *attribute);
};

/* clang-format off */
static const struct attribute_row attribute_rows[] = {
    { .code = ATTRIBUTE_MAX_THREADS,      .format = ATTRIBUTE_SIZED, .size = 12, .take = take_max_threads },
    { .code = ATTRIBUTE_REQNTID,          .format = ATTRIBUTE_SIZED, .size = 12, .take = take_required_block },
    { .code = ATTRIBUTE_CTA_PER_CLUSTER,  .format = ATTRIBUTE_SIZED, .size = 12, .take = take_cluster },
    { .code = ATTRIBUTE_NUM_BARRIERS,     .format = ATTRIBUTE_BYTE,  .size = 1,  .take = take_barriers },
    { .code = ATTRIBUTE_CBANK_PARAM_SIZE, .format = ATTRIBUTE_HALF,  .size = 2,  .take = take_params },
    { .code = ATTRIBUTE_CUDA_API_VERSION, .format = ATTRIBUTE_SIZED, .size = 4,  .take = take_toolkit },
    { .code = ATTRIBUTE_ANNOTATIONS,      .format = ATTRIBUTE_SIZED, .size = 0,  .take = take_annotations },
};
/* clang-format on */

static void take_attribute(const struct cubin *cubin, struct draft *draft,
                           const struct attribute *attribute)
{
    for (size_t i = 0; i < sizeof(attribute_rows) / sizeof(attribute_rows[0]); ++i) {
        const struct attribute_row *row = &attribute_rows[i];

        if (row->code != attribute->code)
            continue;
        if (row->format != attribute->format || attribute->size < row->size ||
            !row->take(draft, attribute))
            report_note(cubin->reading->sink, cubin->image.in,
                        (uint64_t)(attribute->payload - cubin->image.in->bytes),
                        "attribute 0x%02x of %s has an impossible value and is left out",
                        (unsigned)attribute->code, draft->kernel.name);
        return;
    }
}

static void take_attributes(const struct cubin *cubin, struct draft *draft,
                            const struct elf_section *section)
{
    struct attribute_walk walk;
    struct attribute attribute;

    if (section == NULL)
        return;
    walk = walk_section(cubin, section);
    while (attribute_next(&walk, &attribute))
        take_attribute(cubin, draft, &attribute);
    note_broken(cubin, &walk);
    set_known(&draft->kernel, CUOCC_FACT_PARAMS); /* no attribute: no parameters */
}

/* Only their absence can be told, and only from a toolkit that would have marked them. */
static void take_spills(const struct cubin *cubin, struct draft *draft)
{
    if (!draft->has_spills && draft->toolkit >= FIRST_TOOLKIT_ANNOTATING &&
        cubin->sm >= FIRST_SM_ANNOTATED) {
        set_known(&draft->kernel, CUOCC_FACT_SPILL_STORES);
        set_known(&draft->kernel, CUOCC_FACT_SPILL_LOADS);
    }
}

static void take_symbol_facts(struct cuocc_kernel *kernel, const struct symbol_facts *facts,
                              const struct elf_section *code)
{
    /* Hand-assembled library code has no REGCOUNT; sh_info is 0 where it says nothing. */
    kernel->regs_per_thread = facts->has_regs ? facts->regs : code->info >> 24;
    if (facts->has_regs || kernel->regs_per_thread != 0)
        set_known(kernel, CUOCC_FACT_REGS);
    kernel->stack_bytes = facts->has_min_stack ? facts->min_stack : facts->frame;
    if (kernel->stack_bytes == STACK_UNKNOWN)
        kernel->stack_bytes = 0;
    else if (facts->has_min_stack || facts->has_frame)
        set_known(kernel, CUOCC_FACT_STACK);
}

/* The user's bytes: a linked image's section holds the system's as well. */
static enum cuocc_status take_shared(const struct cubin *cubin, struct cuocc_kernel *kernel,
                                     const struct elf_section *section)
{
    uint64_t size = section != NULL ? section->size : 0;

    if (cubin->is_linked && cubin->sm >= FIRST_SM_RESERVING && size >= RESERVED_BYTES)
        size -= RESERVED_BYTES;
    if (size > UINT32_MAX)
        return report_damage(cubin->reading->error, cubin->image.in, section->offset,
                             "%s has more than 4 GiB of shared memory", kernel->name);
    kernel->static_smem_per_block_bytes = (uint32_t)size;
    set_known(kernel, CUOCC_FACT_STATIC_SMEM);
    return CUOCC_OK;
}

static enum cuocc_status keep_kernel(struct reading *reading, const struct reader_input *in,
                                     const struct draft *draft)
{
    size_t count = reading->kernels.count;

    if (kernel_set_add(&reading->kernels, &draft->kernel, &reading->place) != CUOCC_OK)
        return reading_out_of_memory(reading, in);
    if (draft->has_spills && reading->kernels.count > count)
        reading_skip_at(reading, SKIP_SPILLS, draft->kernel.name);
    return CUOCC_OK;
}

static enum cuocc_status add_kernel(const struct cubin *cubin, size_t index,
                                    const struct elf_symbol *symbol)
{
    const struct elf_section *code = &cubin->image.sections[symbol->section];
    const struct code_sections *sections = &cubin->code[symbol->section];
    struct draft draft = {
        .kernel =
            {
                .name = symbol->name,
                .source = cubin->reading->member,
                .arch = cubin->arch,
                .barriers_per_block = code->flags >> 20 & 0x7f,
                .is_provisional = !cubin->is_linked,
            },
    };
    enum cuocc_status status;

    set_known(&draft.kernel, CUOCC_FACT_ARCH);
    set_known(&draft.kernel, CUOCC_FACT_BARRIERS);
    take_symbol_facts(&draft.kernel, &cubin->symbols[index], code);
    take_attributes(cubin, &draft, sections->attributes);
    take_spills(cubin, &draft);
    status = take_shared(cubin, &draft.kernel, sections->shared);
    if (status != CUOCC_OK)
        return status;
    return keep_kernel(cubin->reading, cubin->image.in, &draft);
}

static enum cuocc_status add_kernels(const struct cubin *cubin)
{
    enum cuocc_status status = CUOCC_OK;

    for (size_t i = 1; i < cubin->image.symbol_count && status == CUOCC_OK; ++i) {
        struct elf_symbol symbol;

        if (!elf_symbol_get(&cubin->image, i, &symbol))
            return report_damage(cubin->reading->error, cubin->image.in, 0,
                                 "symbol %zu: its name or section is outside of the cubin", i);
        if (symbol.type == ELF_SYMBOL_FUNC && (symbol.other & SYMBOL_IS_KERNEL) != 0 &&
            symbol.section != 0)
            status = add_kernel(cubin, i, &symbol);
    }
    return status;
}

static enum cuocc_status index_cubin(struct cubin *cubin)
{
    enum cuocc_status status = elf_symbols_open(&cubin->image, cubin->reading->error);

    if (status != CUOCC_OK)
        return status;
    /* Both counts are bounded by the bytes of the image. */
    cubin->symbols = calloc(cubin->image.symbol_count + 1, sizeof(cubin->symbols[0]));
    cubin->code = calloc(cubin->image.section_count + 1, sizeof(cubin->code[0]));
    if (cubin->symbols == NULL || cubin->code == NULL)
        return reading_out_of_memory(cubin->reading, cubin->image.in);
    index_sections(cubin);
    index_attributes(cubin);
    return CUOCC_OK;
}

enum cuocc_status cubin_read(struct reading *reading, const struct reader_input *in,
                             const struct cubin_label *label)
{
    struct cubin cubin = {.reading = reading};
    enum cuocc_status status = elf_image_open(&cubin.image, in, reading->error);

    if (status != CUOCC_OK)
        return status;
    status = check_sections(&cubin);
    if (status == CUOCC_OK)
        status = read_target(&cubin);
    if (status == CUOCC_OK) {
        apply_label(&cubin, label);
        status = index_cubin(&cubin);
    }
    if (status == CUOCC_OK)
        status = add_kernels(&cubin);
    free(cubin.symbols);
    free(cubin.code);
    elf_image_close(&cubin.image);
    return status;
}
