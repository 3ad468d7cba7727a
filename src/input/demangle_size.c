/* SPDX-License-Identifier: MIT */
/* How long a C++ name becomes: the Itanium C++ ABI's grammar, with sizes for texts. What does
 * not follow it to the letter is not given to the C++ runtime at all, whose demangler reads
 * past the end of some malformed names and never returns from others: libstdc++ of gcc 12 on
 * "_Z1aDtsri1aDC". */
#include "input/demangle_size.h"

#include <stdint.h>
#include <string.h>

enum {
    MOST_PARTS = 1024,
    MOST_DEPTH = 100,
    MOST_BYTES = 262144, /* of a demangled name, generously counted; of 18,992 kernels of NVIDIA's
                          * libraries none counts for more than 150,000, or has more than 10,000 */
    LONGEST_WORD = 24,   /* "unsigned long long", "std::basic_iostream", an operator */
    /* The runtimes differ by a few in how they number parts; a reference is taken for the
     * largest of those before it and of so many after it. */
    NUMBERING_SLACK = 3
};

struct measure {
    const char *at;
    uint64_t parts[MOST_PARTS]; /* what S_, S0_ ... refer to, each the largest so far */
    size_t part_count;
    size_t numbering_slack;
    uint64_t largest_argument; /* what T_, T0_ ... refer to at most */
    unsigned depth;
    bool is_lost; /* a form that is not understood: all sizes are void */
};

/* A name is made of names; what nests counts in `depth`, up to MOST_DEPTH. */
/* NOLINTBEGIN(misc-no-recursion) */

static uint64_t measure_type(struct measure *m);
static uint64_t measure_arguments(struct measure *m);
static uint64_t measure_encoding(struct measure *m);
static uint64_t measure_expression(struct measure *m);
static uint64_t measure_template(struct measure *m, uint64_t size, bool is_part);

static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t lose(struct measure *m)
{
    m->is_lost = true;
    return 0;
}

/* A part that may hold parts of its own kind. */
static uint64_t measure_deeper(struct measure *m, uint64_t (*inside)(struct measure *m))
{
    uint64_t size;

    if (m->is_lost || ++m->depth > MOST_DEPTH)
        return lose(m);
    size = inside(m);
    --m->depth;
    return size;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool take(struct measure *m, char c)
{
    if (*m->at != c)
        return false;
    ++m->at;
    return true;
}

static bool take_text(struct measure *m, const char *text)
{
    size_t length = strlen(text);

    if (strncmp(m->at, text, length) != 0)
        return false;
    m->at += length;
    return true;
}

static uint64_t add_part(struct measure *m, uint64_t size)
{
    uint64_t last = m->part_count != 0 ? m->parts[m->part_count - 1] : 0;

    if (m->part_count == MOST_PARTS)
        return lose(m);
    m->parts[m->part_count++] = size > last ? size : last;
    return size;
}

static size_t take_number(struct measure *m)
{
    size_t number = 0;

    while (is_digit(*m->at) && number < 1000000)
        number = number * 10 + (size_t)(*m->at++ - '0');
    return number;
}

/* "_", "0_", "Z_", "10_": the index of a reference, in base 36. */
static size_t take_index(struct measure *m)
{
    size_t index = 0;
    bool is_first = true;

    while (is_digit(*m->at) || is_upper(*m->at)) {
        size_t digit = is_digit(*m->at) ? (size_t)(*m->at - '0') : (size_t)(*m->at - 'A') + 10;

        index = (is_first ? 0 : index * 36) + digit;
        is_first = false;
        ++m->at;
        if (index > MOST_PARTS)
            return lose(m), 0;
    }
    if (!take(m, '_'))
        lose(m);
    return is_first ? 0 : index + 1;
}

/* Behind "S". */
static uint64_t measure_reference(struct measure *m)
{
    size_t index;

    if (is_lower(*m->at)) {
        ++m->at; /* Sa, Sb, Ss ...: short for names of std */
        return (uint64_t)LONGEST_WORD * 4;
    }
    index = take_index(m) + m->numbering_slack;
    if (m->is_lost || m->part_count == 0)
        return lose(m);
    return m->parts[index < m->part_count ? index : m->part_count - 1];
}

/* Behind "T". */
static uint64_t measure_parameter(struct measure *m)
{
    if (!is_digit(*m->at) && *m->at != '_')
        return lose(m);
    (void)take_index(m);
    return add(m->largest_argument, LONGEST_WORD);
}

static uint64_t measure_source_name(struct measure *m)
{
    size_t length = take_number(m);

    if (length == 0 || memchr(m->at, '\0', length) != NULL)
        return lose(m);
    m->at += length;
    return length < LONGEST_WORD ? LONGEST_WORD : length; /* "(anonymous namespace)" */
}

/* Behind "L": a literal, or the name of an object. */
static uint64_t measure_literal(struct measure *m)
{
    uint64_t size;

    if (*m->at == '_' || *m->at == 'Z') {
        (void)take(m, '_');
        size = take(m, 'Z') ? measure_encoding(m) : lose(m);
    } else {
        size = measure_type(m);
        while (is_digit(*m->at) || is_lower(*m->at)) {
            ++m->at;
            size = add(size, 1);
        }
    }
    if (!take(m, 'E'))
        lose(m);
    return add(size, 8);
}

static uint64_t measure_argument(struct measure *m)
{
    uint64_t size;

    if (take(m, 'L'))
        return measure_literal(m);
    if (take(m, 'J'))
        return measure_arguments(m);
    if (!take(m, 'X'))
        return measure_type(m);
    size = measure_expression(m);
    return take(m, 'E') ? size : lose(m);
}

/* Behind "I" or "J", to its "E". */
static uint64_t measure_arguments(struct measure *m)
{
    uint64_t size = 4;

    if (++m->depth > MOST_DEPTH)
        return lose(m);
    while (!m->is_lost && !take(m, 'E')) {
        uint64_t argument = measure_argument(m);

        if (argument > m->largest_argument)
            m->largest_argument = argument;
        size = add(size, add(argument, 2));
    }
    --m->depth;
    return size;
}

/* Types until one of the ends of a list. */
static uint64_t measure_types(struct measure *m)
{
    uint64_t size = 2;

    while (!m->is_lost && *m->at != '\0' && *m->at != 'E' && *m->at != '.')
        size = add(size, add(measure_type(m), 2));
    return size;
}

/* Behind "U": "Ul" types "E" [number] "_" is a lambda, "Ut" [number] "_" a type without name. */
static uint64_t measure_unnamed(struct measure *m)
{
    uint64_t size = LONGEST_WORD;

    if (take(m, 'l')) {
        size = add(size, measure_types(m));
        if (!take(m, 'E'))
            return lose(m);
    } else if (!take(m, 't')) {
        return lose(m);
    }
    (void)take_number(m);
    return take(m, '_') ? size : lose(m);
}

/* Not a conversion, nor a literal's suffix. */
static bool is_operator_name(const char *at)
{
    return is_lower(at[0]) && (is_lower(at[1]) || is_upper(at[1])) && strncmp(at, "cv", 2) != 0 &&
           strncmp(at, "li", 2) != 0;
}

/* One component of a name; `before` is the size of the one before it. */
static uint64_t measure_component(struct measure *m, uint64_t before)
{
    uint64_t size;

    (void)take(m, 'L'); /* of internal linkage */
    if (is_digit(*m->at)) {
        size = measure_source_name(m);
    } else if ((*m->at == 'C' || *m->at == 'D') && is_digit(m->at[1])) {
        m->at += 2; /* constructor or destructor: the class's name again */
        size = add(before, 1);
    } else if (take(m, 'U')) {
        size = measure_unnamed(m);
    } else if (is_operator_name(m->at)) {
        m->at += 2;
        size = LONGEST_WORD;
    } else {
        return lose(m);
    }
    while (!m->is_lost && take(m, 'B'))
        size = add(size, add(measure_source_name(m), 8));
    return size;
}

/* Behind "N", to its "E": every part before the last may be referred to. */
static uint64_t measure_nested(struct measure *m)
{
    uint64_t size = 0, component = 0;

    while (strchr("rVKRO", *m->at) != NULL && *m->at != '\0') {
        ++m->at;
        size += 10;
    }
    while (!m->is_lost && !take(m, 'E')) {
        bool is_reference = *m->at == 'S';

        if (is_reference && m->at[1] == 't') {
            m->at += 2;
            component = 5;
        } else if (take(m, 'S')) {
            component = measure_reference(m);
        } else if (take(m, 'T')) {
            component = measure_parameter(m);
        } else if (take(m, 'I')) {
            component = measure_arguments(m);
        } else {
            (void)take(m, 'M');
            component = measure_component(m, add(component, size));
        }
        size = add(size, add(component, 2));
        if (!is_reference && *m->at != 'E')
            (void)add_part(m, size);
    }
    return size;
}

/* Behind "Z": a name inside of a function. */
static uint64_t measure_local(struct measure *m);

/* A name that may have arguments behind it, after which its template may be referred to. */
static uint64_t measure_template(struct measure *m, uint64_t size, bool is_part)
{
    if (*m->at != 'I')
        return size;
    if (!is_part)
        (void)add_part(m, size);
    ++m->at;
    return add(size, measure_arguments(m));
}

static uint64_t measure_name(struct measure *m)
{
    if (take(m, 'N'))
        return measure_nested(m);
    if (take(m, 'Z'))
        return measure_local(m);
    if (take_text(m, "St"))
        return measure_template(m, add(5, measure_component(m, 0)), false);
    if (take(m, 'S'))
        return measure_template(m, measure_reference(m), true);
    return measure_template(m, measure_component(m, 0), false);
}

/* "_3", "__12_": which of several of that name. */
static uint64_t measure_discriminator(struct measure *m, uint64_t size)
{
    if (take(m, '_')) {
        (void)take(m, '_');
        (void)take_number(m);
        (void)take(m, '_');
    }
    return size;
}

static uint64_t measure_local(struct measure *m)
{
    uint64_t size = measure_encoding(m);

    if (!take(m, 'E'))
        return lose(m);
    if (take(m, 's'))
        return measure_discriminator(m, add(size, 16));
    if (take(m, 'd')) { /* in the default value of a parameter, counted from the last */
        (void)take_number(m);
        size = take(m, '_') ? add(size, LONGEST_WORD) : lose(m);
    }
    return measure_discriminator(m, add(size, add(measure_name(m), 2)));
}

static uint64_t measure_function(struct measure *m)
{
    uint64_t size;

    (void)take(m, 'Y');
    size = measure_types(m);
    if (!take(m, 'E'))
        return lose(m);
    return add(size, LONGEST_WORD);
}

/* Its size, a number or an expression, then what there are so many of. */
static uint64_t measure_array(struct measure *m)
{
    uint64_t size = 8;

    while (is_digit(*m->at)) {
        ++m->at;
        size = add(size, 1);
    }
    if (*m->at != '_')
        size = add(size, measure_expression(m));
    return take(m, '_') ? add_part(m, add(measure_type(m), size)) : lose(m);
}

/* Behind "Dt" or "DT". */
static uint64_t measure_decltype(struct measure *m)
{
    uint64_t size = add(measure_expression(m), LONGEST_WORD);

    return take(m, 'E') ? add_part(m, size) : lose(m);
}

/* Behind "D". */
static uint64_t measure_d_type(struct measure *m)
{
    if (take(m, 'p'))
        return add_part(m, add(measure_type(m), 3));
    if (take(m, 't') || take(m, 'T'))
        return measure_decltype(m);
    if (take(m, 'v')) /* of the compiler: "Dv4_f" */
        return measure_array(m);
    if (*m->at != '\0' && strchr("defhiusnac", *m->at) != NULL) {
        ++m->at;
        return LONGEST_WORD;
    }
    if (take(m, 'F')) { /* _Float16, std::bfloat16_t */
        (void)take_number(m);
        return take(m, '_') || take(m, 'b') ? LONGEST_WORD : lose(m);
    }
    return lose(m);
}

/* "K", "VK" ...: together one part. */
static uint64_t measure_qualified(struct measure *m)
{
    uint64_t size = 0;

    while (*m->at == 'r' || *m->at == 'V' || *m->at == 'K') {
        ++m->at;
        size += 10;
    }
    return add_part(m, add(size, measure_type(m)));
}

static uint64_t measure_class(struct measure *m)
{
    bool is_reference = m->at[0] == 'S' && m->at[1] != 't';
    const char *start = m->at;
    uint64_t size = measure_name(m);

    /* "S1_" is a part already; "S1_I...E" is a new one. */
    if (is_reference && m->at[-1] != 'E' && (m->at[-1] == '_' || m->at == start + 2))
        return size;
    return add_part(m, size);
}

static uint64_t measure_type_inside(struct measure *m)
{
    char c = *m->at;

    if (is_lower(c) && c != 'r' && c != 'u') {
        ++m->at;
        return LONGEST_WORD;
    }
    switch (c) {
    case 'r':
    case 'V':
    case 'K':
        return measure_qualified(m);
    case 'P':
    case 'R':
    case 'O':
    case 'C':
    case 'G':
        ++m->at;
        return add_part(m, add(measure_type(m), 12));
    case 'F':
        ++m->at;
        return add_part(m, measure_function(m));
    case 'A':
        ++m->at;
        return measure_array(m);
    case 'M':
        ++m->at;
        return add_part(m, add(add(measure_type(m), measure_type(m)), 8));
    case 'T':
        ++m->at;
        return measure_template(m, add_part(m, measure_parameter(m)), true);
    case 'D':
        ++m->at;
        return measure_d_type(m);
    case 'U':
        ++m->at;
        return add_part(m, add(measure_source_name(m), measure_type(m)));
    default:
        return measure_class(m);
    }
}

static uint64_t measure_type(struct measure *m)
{
    return measure_deeper(m, measure_type_inside);
}

/* Behind "sr": a member of a type, behind which clang writes an "E". Whether its parts can be
 * referred to, compilers do not agree. */
static uint64_t measure_member(struct measure *m)
{
    size_t part_count = m->part_count;
    uint64_t size = *m->at == 'N' ? lose(m) : measure_type(m);

    m->numbering_slack += m->part_count - part_count;
    (void)take(m, 'E');
    if (take_text(m, "on")) {
        size = is_operator_name(m->at) ? add(size, LONGEST_WORD) : lose(m);
        m->at += m->is_lost ? 0 : 2;
    } else {
        size = add(size, measure_source_name(m));
    }
    if (!m->is_lost && take(m, 'I'))
        size = add(size, measure_arguments(m));
    return add(size, 2);
}

/* "fp_", "fpK0_": a parameter of the function. */
static uint64_t measure_function_parameter(struct measure *m)
{
    while (take(m, 'r') || take(m, 'V') || take(m, 'K'))
        ;
    (void)take_number(m);
    return take(m, '_') ? LONGEST_WORD : lose(m);
}

static uint64_t measure_expressions(struct measure *m)
{
    uint64_t size = 2;

    while (!m->is_lost && !take(m, 'E'))
        size = add(size, add(measure_expression(m), 2));
    return size;
}

/* What an operator is followed by, a letter for each: t type, x expression, * expressions to an
 * "E", c "_" and expressions to an "E" or one expression, p a parameter, o an operator. */
struct operation {
    char code[3];
    char operands[4];
};

/* clang-format off */
static const struct operation operations[] = {
    {"aS", "xx"}, {"aa", "xx"}, {"ad", "x"}, {"an", "xx"}, {"at", "t"}, {"az", "x"},
    {"cc", "tx"}, {"cl", "*"}, {"cm", "xx"}, {"co", "x"}, {"cv", "tc"}, {"dc", "tx"},
    {"de", "x"}, {"dt", "xx"}, {"dv", "xx"}, {"eo", "xx"}, {"eq", "xx"}, {"fl", "ox"}, {"fL", "oxx"},
    {"fr", "ox"}, {"fR", "oxx"}, {"ge", "xx"}, {"gt", "xx"}, {"il", "*"}, {"ix", "xx"}, {"le", "xx"},
    {"ls", "xx"}, {"lt", "xx"}, {"mi", "xx"}, {"ml", "xx"}, {"ne", "xx"}, {"ng", "x"},
    {"nt", "x"}, {"nx", "x"}, {"oo", "xx"}, {"or", "xx"}, {"pl", "xx"}, {"pm", "xx"}, {"ps", "x"}, {"pt", "xx"},
    {"qu", "xxx"}, {"rc", "tx"}, {"rm", "xx"}, {"rs", "xx"}, {"sZ", "p"}, {"sc", "tx"},
    {"sp", "x"}, {"ss", "xx"}, {"st", "t"}, {"sz", "x"}, {"tl", "t*"},
};
/* clang-format on */

static const struct operation *take_operator(struct measure *m)
{
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); ++i) {
        if (take_text(m, operations[i].code))
            return &operations[i];
    }
    return NULL;
}

static uint64_t measure_operand(struct measure *m, char kind)
{
    switch (kind) {
    case 't':
        return measure_type(m);
    case 'x':
        return measure_expression(m);
    case '*':
        return measure_expressions(m);
    case 'c':
        return take(m, '_') ? measure_expressions(m) : measure_expression(m);
    case 'p':
        if (take(m, 'T'))
            return measure_parameter(m);
        return take_text(m, "fp") ? measure_function_parameter(m) : lose(m);
    case 'o':
        return take_operator(m) != NULL ? LONGEST_WORD : lose(m);
    }
    return lose(m);
}

static uint64_t measure_operation(struct measure *m)
{
    const struct operation *operation = take_operator(m);
    uint64_t size = LONGEST_WORD + 8; /* brackets */

    if (operation == NULL)
        return lose(m);
    for (const char *kind = operation->operands; *kind != '\0'; ++kind)
        size = add(size, add(measure_operand(m, *kind), 2));
    return size;
}

static uint64_t measure_expression_inside(struct measure *m)
{
    if (take(m, 'L'))
        return measure_literal(m);
    if (take(m, 'T'))
        return measure_parameter(m);
    if (take_text(m, "fp"))
        return measure_function_parameter(m);
    if (take_text(m, "sr"))
        return measure_member(m);
    if (is_digit(*m->at))
        return measure_template(m, measure_source_name(m), true);
    return measure_operation(m);
}

static uint64_t measure_expression(struct measure *m)
{
    return measure_deeper(m, measure_expression_inside);
}

static uint64_t measure_encoding_inside(struct measure *m)
{
    uint64_t size = measure_name(m);

    return add(size, measure_types(m));
}

static uint64_t measure_encoding(struct measure *m)
{
    return measure_deeper(m, measure_encoding_inside);
}

/* NOLINTEND(misc-no-recursion) */

/* What compilers append to the name of a copy: ".constprop.0". */
static bool is_suffix(const char *at)
{
    while (*at == '.' || *at == '_' || is_digit(*at) || is_lower(*at) || is_upper(*at))
        ++at;
    return *at == '\0';
}

bool demangle_is_bounded(const char *mangled)
{
    struct measure m;
    uint64_t size;

    if (mangled[0] != '_' || mangled[1] != 'Z')
        return false;
    /* The parts are written before they are read; there is no need to clear them. */
    m.at = mangled + 2;
    m.part_count = 0;
    m.numbering_slack = NUMBERING_SLACK;
    m.largest_argument = 0;
    m.depth = 0;
    m.is_lost = false;
    size = measure_encoding(&m);
    if (m.is_lost || (*m.at != '\0' && *m.at != '.'))
        return false;
    return is_suffix(m.at) && size <= MOST_BYTES;
}
