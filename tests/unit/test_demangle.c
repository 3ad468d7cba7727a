/* SPDX-License-Identifier: MIT */
/* Demangling, and the measure that keeps names made to explode from it. */
#include "cmocka_env.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "input/demangle.h"
#include "input/demangle_size.h"

struct row {
    const char *mangled, *demangled; /* NULL: as it is */
};

static const struct row rows[] = {
    {"plain", NULL},
    {"", NULL},
    {"_", NULL},
    {"_Z", NULL},
    {"_Zqqq", NULL},
    {"_Z2tkILi32EEvPf", "void tk<32>(float*)"},
    {"_ZN5outer6detail16templated_kernelIfLi128ELb1EEEvPKT_PS2_NS0_12PairOfThingsIS2_yEE",
     "void outer::detail::templated_kernel<float, 128, true>(float const*, float*, "
     "outer::detail::PairOfThings<float, unsigned long long>)"},
};

static void names_are_demangled(void **state)
{
    char *probe = demangle("_Z1fv");

    (void)state;
    if (probe == NULL)
        skip(); /* no C++ runtime here */
    free(probe);
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); ++i) {
        char *demangled = demangle(rows[i].mangled);

        if (rows[i].demangled == NULL)
            assert_null(demangled);
        else
            assert_string_equal(demangled, rows[i].demangled);
        free(demangled);
    }
}

/* Names from libraries: each form of the grammar that the measure knows, and operators,
 * expressions, lambdas, local names. All may be demangled. */
static const char *const harmless[] = {
    "_Z13static_kernelPi",
    "_ZN41_GLOBAL__N__74803658_10_kernels_cu_k_tiny11anon_kernelEPi",
    "_ZN4llvm11PassManagerINS_13LazyCallGraph3SCCENS_15AnalysisManagerIS2_JRS1_EEEJS4_RNS_"
    "17CGSCCUpdateResultEEEaSEOS8_",
    "_Z20gen_sequenced_PhiloxI24curandStatePhilox4_32_105uint4dXadL_Z15curand_poisson4PS0_dEELb1E"
    "Li0EEvPT_PT0_mmT1_",
    "_ZZN5clang12TargetCXXABI14getSpellingMapB5cxx11EvE11SpellingMapB5cxx11",
    "_ZNSt6vectorIN4llvm4yaml16StringValueEntryESaIS2_EE17_M_realloc_insertIJRKS2_EEEvN9__gnu_cxx"
    "17__normal_iteratorIPS2_S4_EEDpOT_",
    "_Z1fIZ4mainEUlvE_EvT_",
    "_Z1fPFvPA3_iEM1AKDn",
    "_Z1fIiENSt9enable_ifIXsr11is_integralIT_E5valueEvE4typeES1_",
    "_Z1fIiENSt9enable_ifIXaasr11is_integralIT_E5valuentsr8is_floatIS1_E5valueEvE4typeES1_",
    "_ZN4llvm4yaml7yamlizeISt6vectorImSaImEENS0_12EmptyContextEEENSt9enable_ifIXsr18has_"
    "SequenceTraitsIT_EE5valueEvE4typeERNS0_2IOERS7_bRT0_",
    "_Z1gIiEDTplfp_Li1EET_",
    "_Z1gIJifEEDTclspfp_EEDpT_",
    "_Z1hILi2EEvRAplT_Li1E_i",
    "_Z1vDv4_f",
    "_ZZ1fiEd_NKUlvE_clEv",
    "_Z1fi.constprop.0",
};

/* What the C++ runtime does with these is its own affair: with the first two libstdc++ of gcc 12
 * does not come back. */
static const char *const malformed[] = {
    "_Z1aDtsri1aDC", "_Z1'1'nDcfrrDtsrqrdrjr8\034nnDDCDnD", "_Z1fDtplLi1EE", "_Z1fiE", "_Z1fi.\1",
    "_Z9fi",
};

static void malformed_names_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(malformed) / sizeof(malformed[0]); ++i) {
        if (demangle_is_bounded(malformed[i]))
            fail_msg("passed: %s", malformed[i]);
        assert_null(demangle(malformed[i]));
    }
}

static void harmless_names_pass(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof(harmless) / sizeof(harmless[0]); ++i) {
        if (!demangle_is_bounded(harmless[i]))
            fail_msg("refused: %s", harmless[i]);
    }
}

/* "_Z1f1PIiiE" and then `levels` times a pair of the last pair: each doubles the text. */
static void build_bomb(char *name, size_t size, unsigned levels, const char *format)
{
    size_t used = (size_t)snprintf(name, size, "_Z1f1PIiiE");

    for (unsigned i = 0; i < levels; ++i) {
        char digit = (char)(i < 10 ? '0' + i : 'A' + i - 10);

        used += (size_t)snprintf(name + used, size - used, format, digit, digit);
    }
}

static void exploding_names_are_refused(void **state)
{
    char name[1024];

    (void)state;
    build_bomb(name, sizeof(name), 3, "S_IS%c_S%c_E");
    assert_true(demangle_is_bounded(name));
    build_bomb(name, sizeof(name), 30, "S_IS%c_S%c_E");
    assert_false(demangle_is_bounded(name));
    assert_null(demangle(name));
    /* Pairs without brackets: pointers to members. */
    build_bomb(name, sizeof(name), 30, "MS%c_S%c_");
    assert_false(demangle_is_bounded(name));
    /* In a form that is not understood. */
    build_bomb(name, sizeof(name), 30, "DTS%c_S%c_E");
    assert_false(demangle_is_bounded(name));
}

static void deep_and_cut_names_are_survived(void **state)
{
    static char deep[100000];

    (void)state;
    memset(deep, 'P', sizeof(deep) - 1);
    memcpy(deep, "_Z1f", 4);
    (void)demangle_is_bounded(deep);
    memset(deep + 4, 'N', sizeof(deep) - 5);
    (void)demangle_is_bounded(deep);
    for (size_t i = 0; i < sizeof(harmless) / sizeof(harmless[0]); ++i) {
        char *name = malloc(strlen(harmless[i]) + 1);

        assert_non_null(name);
        strcpy(name, harmless[i]);
        for (size_t length = strlen(name); length >= 2; --length) {
            name[length] = '\0';
            (void)demangle_is_bounded(name);
        }
        free(name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_demangled),
        cmocka_unit_test(harmless_names_pass),
        cmocka_unit_test(malformed_names_are_refused),
        cmocka_unit_test(exploding_names_are_refused),
        cmocka_unit_test(deep_and_cut_names_are_survived),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
