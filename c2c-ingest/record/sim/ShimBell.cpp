#include "c2c-ingest/record/sim/ShimCalls.h"

/// The one instruction by which a library calls the plugin: in assembly, so that it is known which
/// one it is, and begins a block of code of its own.

constinit bool fsfind::record::sim::has_bell = false;

#if defined(__x86_64__)
__asm__(".pushsection .text\n"
        ".globl fsfindBell\n"
        ".hidden fsfindBell\n"
        ".type fsfindBell, @function\n"
        "fsfindBell:\n"
        "  movq %rdi, (%rdi)\n"
        "  ret\n"
        ".size fsfindBell, . - fsfindBell\n"
        ".popsection\n");
#elif defined(__aarch64__)
__asm__(".pushsection .text\n"
        ".globl fsfindBell\n"
        ".hidden fsfindBell\n"
        ".type fsfindBell, %function\n"
        "fsfindBell:\n"
        "  str x0, [x0]\n"
        "  ret\n"
        ".size fsfindBell, . - fsfindBell\n"
        ".popsection\n");
#endif
