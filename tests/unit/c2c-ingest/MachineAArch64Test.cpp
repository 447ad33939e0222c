#include "tests/unit/c2c-ingest/MachineText.h"

#include <gtest/gtest.h>

#include <array>

namespace fsfind {

namespace machineAArch64Test {

constexpr std::uint64_t kAddress = 0x1000;

constexpr std::array kLoadsAndStores = {
    test::MachineRow{"200840f9", "ldr x0, [x1, #0x10]", "x0 = load8 [x1+16] | r8 [x1+16]"},
    test::MachineRow{"200440b9", "ldr w0, [x1, #0x4]", "x0 = load4 [x1+4] | r4 [x1+4]"},
    test::MachineRow{"200c4039", "ldrb w0, [x1, #0x3]", "x0 = load1 [x1+3] | r1 [x1+3]"},
    test::MachineRow{"200880b9", "ldrsw x0, [x1, #0x8]", "x0 = load4 [x1+8] | r4 [x1+8]"},
    test::MachineRow{"6200c039", "ldrsb w2, [x3]", "x2 = load1 [x3] | r1 [x3]"},
    test::MachineRow{"20805ff8", "ldur x0, [x1, #-0x8]", "x0 = load8 [x1-8] | r8 [x1-8]"},
    test::MachineRow{"a0c31eb8", "stur w0, [x29, #-0x14]", "store4 [x29-20] = x0 | w4 [x29-20]"},
    test::MachineRow{"208c40f8", "ldr x0, [x1, #0x8]!",
                     "x0 = load8 [x1+8]; x1 = x1 +8 | r8 [x1+8]"},
    test::MachineRow{"208440f8", "ldr x0, [x1], #0x8", "x0 = load8 [x1]; x1 = x1 +8 | r8 [x1]"},
    test::MachineRow{"fe0f1ff8", "str x30, [sp, #-0x10]!",
                     "store8 [sp-16] = x30; sp = sp -16 | w8 [sp-16]"},
    test::MachineRow{"207862f8", "ldr x0, [x1, x2, lsl #3]", "x0 = load8 [x1+x2*8] | r8 [x1+x2*8]"},
    test::MachineRow{"20d862f8", "ldr x0, [x1, w2, sxtw #3]",
                     "x0 = load8 [x1+x2*8] | r8 [x1+x2*8]"},
    test::MachineRow{"206862f8", "ldr x0, [x1, x2]", "x0 = load8 [x1+x2*1] | r8 [x1+x2*1]"},
    test::MachineRow{"400c0018", "ldr w0, 0x1bc", "x0 = load4 [abs+4488] | r4 [abs+4488]"},
    test::MachineRow{"2008c03d", "ldr q0, [x1, #0x20]", "| r16 [x1+32]"},
    test::MachineRow{"e007803d", "str q0, [sp, #0x10]", "store16 [sp+16] = ? | w16 [sp+16]"},
    test::MachineRow{"fd7bc2a8", "ldp x29, x30, [sp], #0x20",
                     "x29 = load8 [sp]; x30 = load8 [sp+8]; sp = sp +32 | r16 [sp]"},
    test::MachineRow{"fd7bbea9", "stp x29, x30, [sp, #-0x20]!",
                     "store8 [sp-32] = x29; store8 [sp-24] = x30; sp = sp -32 | w16 [sp-32]"},
    test::MachineRow{"000441a9", "ldp x0, x1, [x0, #0x10]",
                     "x1 = load8 [x0+24]; x0 = load8 [x0+16] | r16 [x0+16]"},
    test::MachineRow{"a3104129", "ldp w3, w4, [x5, #0x8]",
                     "x3 = load4 [x5+8]; x4 = load4 [x5+12] | r8 [x5+8]"},
    test::MachineRow{"e00701ad", "stp q0, q1, [sp, #0x20]",
                     "store16 [sp+32] = ?; store16 [sp+48] = ? | w32 [sp+32]"},
    test::MachineRow{"1f0000f9", "str xzr, [x0]", "store8 [x0] = ? | w8 [x0]"},
    test::MachineRow{"40044069", "ldpsw x0, x1, [x2]",
                     "x0 = load4 [x2]; x1 = load4 [x2+4] | r8 [x2]"},
    test::MachineRow{"20fcdfc8", "ldar x0, [x1]", "x0 = load8 [x1] | r8 [x1]"},
    test::MachineRow{"20fcdf08", "ldarb w0, [x1]", "x0 = load1 [x1] | r1 [x1]"},
    test::MachineRow{"20fc9f88", "stlr w0, [x1]", "store4 [x1] = x0 | w4 [x1]"},
    test::MachineRow{"207c5fc8", "ldxr x0, [x1]", "x0 = load8 [x1] | r8 [x1]"},
    test::MachineRow{"207c02c8", "stxr w2, x0, [x1]", "store8 [x1] = x0; x2 = ? | w8 [x1]"},
    test::MachineRow{"20fc5f88", "ldaxr w0, [x1]", "x0 = load4 [x1] | r4 [x1]"},
    test::MachineRow{"20fc0288", "stlxr w2, w0, [x1]", "store4 [x1] = x0; x2 = ? | w4 [x1]"},
    test::MachineRow{"40847fc8", "ldaxp x0, x1, [x2]",
                     "x0 = load8 [x2]; x1 = load8 [x2+8] | r16 [x2]"},
    test::MachineRow{"610820c8", "stxp w0, x1, x2, [x3]",
                     "store8 [x3] = x1; store8 [x3+8] = x2; x0 = ? | w16 [x3]"},
    test::MachineRow{"410020f8", "ldadd x0, x1, [x2]",
                     "tmp = load8 [x2]; store8 [x2] = ?; x1 = tmp; tmp = ? | rw8 [x2]"},
    test::MachineRow{"4100e0b8", "ldaddal w0, w1, [x2]",
                     "tmp = load4 [x2]; store4 [x2] = ?; x1 = tmp; tmp = ? | rw4 [x2]"},
    test::MachineRow{"5f0020f8", "stadd x0, [x2]",
                     "tmp = load8 [x2]; store8 [x2] = ?; tmp = ? | rw8 [x2]"},
    test::MachineRow{"4180e0f8", "swpal x0, x1, [x2]",
                     "tmp = load8 [x2]; store8 [x2] = x0; x1 = tmp; tmp = ? | rw8 [x2]"},
    test::MachineRow{"41fce0c8", "casal x0, x1, [x2]",
                     "tmp = load8 [x2]; store8 [x2] = ?; x0 = tmp; tmp = ? | rw8 [x2]"},
    test::MachineRow{"827c2048", "casp x0, x1, x2, x3, [x4]",
                     "store8 [x4] = ?; store8 [x4+8] = ?; x0 = ?; x1 = ? | rw16 [x4]"},
    test::MachineRow{"20c0bff8", "ldapr x0, [x1]", "x0 = load8 [x1] | r8 [x1]"},
    test::MachineRow{"00a0df4c", "ld1 { v0.16b, v1.16b }, [x0], #32", "x0 = x0 +32 | r32 [x0]"},
    test::MachineRow{"2078004c", "st1 { v0.4s }, [x1]", "store16 [x1] = ? | w16 [x1]"},
    test::MachineRow{"40cc404d", "ld1r { v0.2d }, [x2]", "| r8 [x2]"},
    test::MachineRow{"6090200d", "st2 { v0.s, v1.s }[1], [x3]", "store8 [x3] = ? | w8 [x3]"},
    test::MachineRow{"6000c40c", "ld4 { v0.8b, v1.8b, v2.8b, v3.8b }, [x3], x4",
                     "x3 = &[x3+x4*1] | r32 [x3]"},
    test::MachineRow{"208840f8", "ldtr x0, [x1, #0x8]", "x0 = load8 [x1+8] | r8 [x1+8]"},
    test::MachineRow{"20740bd5", "dc zva, x0", "store0 [x0] = ? | w0 [x0]"},
    test::MachineRow{"201420f8", "ldraa x0, [x1, #0x8]", "x0 = ? | r0 [x1+tmp*1]"},
    test::MachineRow{"0040e1a5", "ld1d { z0.d }, p0/z, [x0, x1, lsl #3]", "| r0 [x0+tmp*1]"},
    test::MachineRow{"e00740f9", "ldr x0, [sp, #0x8]", "x0 = load8 [sp+8] | r8 [sp+8]"},
    test::MachineRow{"1f040039", "strb wzr, [x0, #0x1]", "store1 [x0+1] = ? | w1 [x0+1]"},
    test::MachineRow{"3f3060f8", "stsetl x0, [x1]",
                     "tmp = load8 [x1]; store8 [x1] = ?; tmp = ? | rw8 [x1]"},
    test::MachineRow{"41586378", "ldrh w1, [x2, w3, uxtw #1]",
                     "x1 = load2 [x2+x3*2] | r2 [x2+x3*2]"},
    test::MachineRow{"200820d9", "stg x0, [x1]", "store0 [x1+tmp*1] = ? | w0 [x1+tmp*1]"},
    test::MachineRow{"40040069", "stgp x0, x1, [x2]", "store0 [x2+tmp*1] = ? | w0 [x2+tmp*1]"},
};

constexpr std::array kComputations = {
    test::MachineRow{"00090010", "adr x0, 0x1bc", "x0 = 4384"},
    test::MachineRow{"00000090", "adrp x0, 0x0", "x0 = 4096"},
    test::MachineRow{"20400091", "add x0, x1, #0x10", "x0 = x1 +16"},
    test::MachineRow{"20044091", "add x0, x1, #0x1, lsl #12", "x0 = x1 +4096"},
    test::MachineRow{"ff0301d1", "sub sp, sp, #0x40", "sp = sp -64"},
    test::MachineRow{"20040011", "add w0, w1, #0x1", "x0 = x1 +1; x0 = x0 low"},
    test::MachineRow{"2000028b", "add x0, x1, x2", "x0 = &[x1+x2*1]"},
    test::MachineRow{"2010028b", "add x0, x1, x2, lsl #4", "x0 = &[x1+x2*16]"},
    test::MachineRow{"20cc228b", "add x0, x1, w2, sxtw #3", "x0 = &[x1+x2*8]"},
    test::MachineRow{"2024028b", "add x0, x1, x2, lsl #9",
                     "tmp = x2 * 512; x0 = &[x1+tmp*1]; tmp = ?"},
    test::MachineRow{"200002cb", "sub x0, x1, x2", "x0 = x1 - x2"},
    test::MachineRow{"1f0c00f1", "cmp x0, #0x3", ""},
    test::MachineRow{"e00301aa", "mov x0, x1", "x0 = x1"},
    test::MachineRow{"e003012a", "mov w0, w1", "x0 = x1 low"},
    test::MachineRow{"fd030091", "mov x29, sp", "x29 = sp +0"},
    test::MachineRow{"a00080d2", "mov x0, #0x5", "x0 = 5"},
    test::MachineRow{"00008012", "mov w0, #-0x1", "x0 = 4294967295"},
    test::MachineRow{"e0031faa", "mov x0, xzr", "x0 = 0"},
    test::MachineRow{"4002a0f2", "movk x0, #0x12, lsl #16", "x0 = x0 +1179648"},
    test::MachineRow{"20e47ad3", "lsl x0, x1, #6", "x0 = x1 * 64"},
    test::MachineRow{"20701d53", "lsl w0, w1, #3", "x0 = x1 * 8; x0 = x0 low"},
    test::MachineRow{"207c7dd3", "ubfiz x0, x1, #3, #32", "x0 = x1 * 8"},
    test::MachineRow{"207c7c93", "sbfiz x0, x1, #4, #32", "x0 = x1 * 16"},
    test::MachineRow{"201c7dd3", "ubfiz x0, x1, #3, #8", "x0 = ?; x0 = x0 * 8"},
    test::MachineRow{"207c4093", "sxtw x0, w1", "x0 = x1 low"},
    test::MachineRow{"20fc43d3", "lsr x0, x1, #3", "x0 = ?"},
    test::MachineRow{"3fe57a92", "and sp, x9, #0xffffffffffffffc0", "sp = x9 & -64"},
    test::MachineRow{"20084092", "and x0, x1, #0x7", "x0 = x1 & 7"},
    test::MachineRow{"e01f78b2", "orr x0, xzr, #0xff00", "x0 = 65280"},
    test::MachineRow{"2000029b", "madd x0, x1, x2, x0",
                     "tmp = x1; tmp *= x2; x0 = &[x0+tmp*1]; tmp = ?"},
    test::MachineRow{"207c029b", "mul x0, x1, x2", "tmp = x1; tmp *= x2; x0 = tmp; tmp = ?"},
    test::MachineRow{"200ca29b", "umaddl x0, w1, w2, x3",
                     "tmp = x1; tmp *= x2; x0 = &[x3+tmp*1]; tmp = ?"},
    test::MachineRow{"2000829a", "csel x0, x1, x2, eq", "x0 = x1; x0 or= x2"},
    test::MachineRow{"2000809a", "csel x0, x1, x0, eq", "x0 or= x1"},
    test::MachineRow{"20009f9a", "csel x0, x1, xzr, eq", "x0 = x1"},
    test::MachineRow{"010000d4", "svc #0", "x0 = ?"},
    test::MachineRow{"000080f9", "prfm pldl1keep, [x0]", ""},
    test::MachineRow{"1f2003d5", "nop", ""},
    test::MachineRow{"bf3b03d5", "dmb ish", ""},
    test::MachineRow{"40d03bd5", "mrs x0, TPIDR_EL0", "x0 = &[tls]"},
    test::MachineRow{"bf2303d5", "autiasp", "x30 = ?"},
    test::MachineRow{"3f2303d5", "paciasp", "x30 = ?"},
    test::MachineRow{"5f2403d5", "bti c", ""},
    test::MachineRow{"000041fa", "ccmp x0, x1, #0x0, eq", ""},
    test::MachineRow{"e00301cb", "neg x0, x1", "x0 = ?"},
};

constexpr std::array kControl = {
    test::MachineRow{"00000014", "b 0x128", "-> jump 0x1000"},
    test::MachineRow{"40000054", "b.eq 0x134", "-> branch 0x1008"},
    test::MachineRow{"400000b4", "cbz x0, 0x138", "-> branch 0x1008"},
    test::MachineRow{"40001837", "tbnz w0, #0x3, 0x13c", "-> branch 0x1008"},
    test::MachineRow{"04000094", "bl 0x148", "-> call 0x1010"},
    test::MachineRow{"20003fd6", "blr x1", "-> call"},
    test::MachineRow{"40001fd6", "br x2", "-> jump"},
    test::MachineRow{"c0035fd6", "ret", "-> return"},
    test::MachineRow{"200020d4", "brk #0x1", "-> stop"},
    test::MachineRow{"00000000", "udf #0x0", "-> stop"},
    test::MachineRow{"ff0b5fd6", "retaa", "-> return"},
    test::MachineRow{"7f083fd6", "blraaz x3", "-> call"},
};

template <typename Rows> void expectRows(const Rows &rows) {
  const auto decoder = machine::Decoder::create(machine::Arch::AArch64);
  ASSERT_TRUE(decoder);
  const test::MachineText text(machine::Arch::AArch64);
  for (const test::MachineRow &row : rows) {
    const auto bytes = test::bytesOf(row.hex);
    const auto decoded = decoder->decode(bytes, kAddress);
    ASSERT_TRUE(decoded) << row.assembly;
    EXPECT_EQ(decoded->length, bytes.size()) << row.assembly;
    EXPECT_EQ(text.of(*decoded), row.expected) << row.assembly;
  }
}

TEST(MachineAArch64, LoadsAndStores) {
  expectRows(kLoadsAndStores);
}

TEST(MachineAArch64, Computations) {
  expectRows(kComputations);
}

TEST(MachineAArch64, Control) {
  expectRows(kControl);
}

} // namespace machineAArch64Test
} // namespace fsfind
