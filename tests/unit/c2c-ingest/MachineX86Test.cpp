#include "tests/unit/c2c-ingest/MachineText.h"

#include <gtest/gtest.h>

#include <array>

namespace fsfind {

namespace machineX86Test {

constexpr std::uint64_t kAddress = 0x1000;

constexpr std::array kLoadsAndStores = {
    test::MachineRow{"488b448f08", "movq 0x8(%rdi,%rcx,4), %rax",
                     "rax = load8 [rdi+rcx*4+8] | r8 [rdi+rcx*4+8]"},
    test::MachineRow{"8b0508000000", "movl 0x8(%rip), %eax",
                     "rax = load4 [abs+4110] | r4 [abs+4110]"},
    test::MachineRow{"0fb64603", "movzbl 0x3(%rsi), %eax", "rax = load1 [rsi+3] | r1 [rsi+3]"},
    test::MachineRow{"48034708", "addq 0x8(%rdi), %rax",
                     "tmp = load8 [rdi+8]; rax = &[rax+tmp*1]; tmp = ? | r8 [rdi+8]"},
    test::MachineRow{"480f4503", "cmovneq (%rbx), %rax",
                     "tmp = load8 [rbx]; rax or= tmp; tmp = ? | r8 [rbx]"},
    test::MachineRow{"488707", "xchgq %rax, (%rdi)",
                     "tmp = load8 [rdi]; store8 [rdi] = rax; rax = tmp; tmp = ? | rw8 [rdi]"},
    test::MachineRow{"f048830701", "lock addq $0x1, (%rdi)", "store8 [rdi] = ? | rw8 [rdi]"},
    test::MachineRow{"f0480107", "lock addq %rax, (%rdi)", "store8 [rdi] = ? | rw8 [rdi]"},
    test::MachineRow{"f0480fc14708", "lock xaddq %rax, 0x8(%rdi)",
                     "tmp = load8 [rdi+8]; store8 [rdi+8] = ?; rax = tmp; tmp = ? | rw8 [rdi+8]"},
    test::MachineRow{"f0480fb10a", "lock cmpxchgq %rcx, (%rdx)",
                     "tmp = load8 [rdx]; store8 [rdx] = ?; rax = tmp; tmp = ? | rw8 [rdx]"},
    test::MachineRow{"f0480fc70f", "lock cmpxchg16b (%rdi)",
                     "store16 [rdi] = ?; rax = ?; rdx = ? | rw16 [rdi]"},
    test::MachineRow{"55", "pushq %rbp", "store8 [rsp-8] = rbp; rsp = rsp -8 | w8 [rsp-8]"},
    test::MachineRow{"5d", "popq %rbp", "rbp = load8 [rsp]; rsp = rsp +8 | r8 [rsp]"},
    test::MachineRow{"ff7708", "pushq 0x8(%rdi)",
                     "tmp = load8 [rdi+8]; store8 [rsp-8] = tmp; rsp = rsp -8; tmp = ? | r8 "
                     "[rdi+8] | w8 [rsp-8]"},
    test::MachineRow{"c9", "leave", "rsp = rbp; rbp = load8 [rsp]; rsp = rsp +8 | r8 [rbp]"},
    test::MachineRow{"64488b042528000000", "movq %fs:0x28, %rax",
                     "rax = load8 [tls+40] | r8 [tls+40]"},
    test::MachineRow{"64488b00", "movq %fs:(%rax), %rax", "rax = load8 [tls+rax] | r8 [tls+rax]"},
    test::MachineRow{"0f294424f0", "movaps %xmm0, -0x10(%rsp)",
                     "store16 [rsp-16] = ? | w16 [rsp-16]"},
    test::MachineRow{"c5fc114820", "vmovups %ymm1, 0x20(%rax)",
                     "store32 [rax+32] = ? | w32 [rax+32]"},
    test::MachineRow{"62f1f5585810", "vaddpd (%rax){1to8}, %zmm1, %zmm2", "| r8 [rax]"},
    test::MachineRow{"c4e2f5901cd0", "vpgatherdq %ymm1, (%rax,%xmm2,8), %ymm3",
                     "| r32 [rax+tmp*8]"},
    test::MachineRow{"f348ab", "rep", "store0 [rdi] = ?; rdi = ?; rcx = ? | w0 [rdi]"},
    test::MachineRow{"48a5", "movsq (%rsi), %es:(%rdi)",
                     "store8 [rdi] = ?; rsi = rsi +8; rdi = rdi +8 | r8 [rsi] | w8 [rdi]"},
    test::MachineRow{"f3a4", "rep",
                     "store0 [rdi] = ?; rsi = ?; rdi = ?; rcx = ? | r0 [rsi] | w0 [rdi]"},
    test::MachineRow{"ae", "scasb %es:(%rdi), %al", "rdi = rdi +1 | r1 [rdi]"},
    test::MachineRow{"f6470401", "testb $0x1, 0x4(%rdi)", "| r1 [rdi+4]"},
    test::MachineRow{"833d7a00000003", "cmpl $0x3, 0x7a(%rip)", "| r4 [abs+4225]"},
    test::MachineRow{"480fab07", "btsq %rax, (%rdi)", "store0 [rdi] = ? | rw0 [rdi]"},
    test::MachineRow{"f00fba2f03", "lock btsl $0x3, (%rdi)", "store4 [rdi] = ? | rw4 [rdi]"},
    test::MachineRow{"0f944001", "sete 0x1(%rax)", "store1 [rax+1] = ? | w1 [rax+1]"},
    test::MachineRow{"48a19a78563412000000", "movabsq 0x123456789a, %rax",
                     "rax = load8 [abs+78187493530] | r8 [abs+78187493530]"},
    test::MachineRow{"8827", "movb %ah, (%rdi)", "store1 [rdi] = ? | w1 [rdi]"},
    test::MachineRow{"8807", "movb %al, (%rdi)", "store1 [rdi] = rax | w1 [rdi]"},
    test::MachineRow{"8b048500000000", "movl (,%rax,4), %eax",
                     "rax = load4 [abs+rax*4] | r4 [abs+rax*4]"},
    test::MachineRow{"48ff00", "incq (%rax)", "store8 [rax] = ? | rw8 [rax]"},
    test::MachineRow{"0fae00", "fxsave (%rax)", "store0 [rax] = ? | rw0 [rax]"},
    test::MachineRow{"c70000000000", "movl $0x0, (%rax)", "store4 [rax] = 0 | w4 [rax]"},
    test::MachineRow{"48ad", "lodsq (%rsi), %rax", "rax = ?; rsi = rsi +8 | r8 [rsi]"},
    test::MachineRow{"db2c24", "fldt (%rsp)", "| r10 [rsp]"},
    test::MachineRow{"48f727", "mulq (%rdi)", "rax = ?; rdx = ? | r8 [rdi]"},
    test::MachineRow{"66894702", "movw %ax, 0x2(%rdi)", "store2 [rdi+2] = rax | w2 [rdi+2]"},
    test::MachineRow{"d7", "xlatb", "rax = ? | r1 [rbx+tmp*1]"},
    test::MachineRow{"9c", "pushfq", "store8 [rsp-8] = ?; rsp = rsp -8 | w8 [rsp-8]"},
    test::MachineRow{"9d", "popfq", "rsp = rsp +8 | r8 [rsp]"},
    test::MachineRow{"0fb10a", "cmpxchgl %ecx, (%rdx)",
                     "tmp = load4 [rdx]; store4 [rdx] = ?; rax = tmp low; tmp = ? | rw4 [rdx]"},
    test::MachineRow{"8707", "xchgl %eax, (%rdi)",
                     "tmp = load4 [rdi]; store4 [rdi] = rax; rax = tmp low; tmp = ? | rw4 [rdi]"},
    test::MachineRow{
        "0fc14704", "xaddl %eax, 0x4(%rdi)",
        "tmp = load4 [rdi+4]; store4 [rdi+4] = ?; rax = tmp low; tmp = ? | rw4 [rdi+4]"},
    test::MachineRow{"65488b042508000000", "movq %gs:0x8, %rax",
                     "rax = load8 [+tmp*1+8] | r8 [+tmp*1+8]"},
    test::MachineRow{
        "8f07", "popq (%rdi)",
        "tmp = load8 [rsp]; rsp = rsp +8; store8 [rdi] = tmp; tmp = ? | w8 [rdi] | r8 [rsp]"},
    test::MachineRow{
        "8f442408", "popq 0x8(%rsp)",
        "tmp = load8 [rsp]; rsp = rsp +8; store8 [rsp+8] = tmp; tmp = ? | w8 [rsp+16] | r8 [rsp]"},
    test::MachineRow{"5c", "popq %rsp", "rsp = rsp +8; rsp = ? | r8 [rsp]"},
    test::MachineRow{"0fbe07", "movsbl (%rdi), %eax", "rax = load1 [rdi] | r1 [rdi]"},
    test::MachineRow{"678b08", "movl (%eax), %ecx", "rcx = load4 [rax] | r4 [rax]"},
    test::MachineRow{"48014708", "addq %rax, 0x8(%rdi)", "store8 [rdi+8] = ? | rw8 [rdi+8]"},
    test::MachineRow{"62f27d49a00c97", "vpscatterdd %zmm1, (%rdi,%zmm2,4) {%k1}",
                     "store64 [rdi+tmp*4] = ? | w64 [rdi+tmp*4]"},
    test::MachineRow{"4885440708", "testq %rax, 0x8(%rdi,%rax)", "| r8 [rdi+rax*1+8]"},
};

constexpr std::array kComputations = {
    test::MachineRow{"4889c3", "movq %rax, %rbx", "rbx = rax"},
    test::MachineRow{"89c3", "movl %eax, %ebx", "rbx = rax low"},
    test::MachineRow{"4863d0", "movslq %eax, %rdx", "rdx = rax low"},
    test::MachineRow{"4898", "cltq", "rax = rax low"},
    test::MachineRow{"488d54c5c0", "leaq -0x40(%rbp,%rax,8), %rdx", "rdx = &[rbp+rax*8-64]"},
    test::MachineRow{"4883c040", "addq $0x40, %rax", "rax = rax +64"},
    test::MachineRow{"4805e8030000", "addq $0x3e8, %rax", "rax = rax +1000"},
    test::MachineRow{"83c104", "addl $0x4, %ecx", "rcx = rcx +4; rcx = rcx low"},
    test::MachineRow{"4801d8", "addq %rbx, %rax", "rax = &[rax+rbx*1]"},
    test::MachineRow{"4883ec18", "subq $0x18, %rsp", "rsp = rsp -24"},
    test::MachineRow{"4883e4c0", "andq $-0x40, %rsp", "rsp = rsp & -64"},
    test::MachineRow{"31c0", "xorl %eax, %eax", "rax = 0"},
    test::MachineRow{"0f94c0", "sete %al", "rax = ?; rax = rax & 1"},
    test::MachineRow{"0fb6c8", "movzbl %al, %ecx", "rcx = rax & 255"},
    test::MachineRow{"4883e008", "andq $0x8, %rax", "rax = rax & 8"},
    test::MachineRow{"4883f208", "xorq $0x8, %rdx", "rdx = rdx ^ 8"},
    test::MachineRow{"c1e81f", "shrl $0x1f, %eax", "rax = ?; rax = rax & 1; rax = rax low"},
    test::MachineRow{"48c1e804", "shrq $0x4, %rax", "rax = ?"},
    test::MachineRow{"48c1e006", "shlq $0x6, %rax", "rax = rax * 64"},
    test::MachineRow{"48d1e0", "shlq %rax", "rax = rax * 2"},
    test::MachineRow{"486bc318", "imulq $0x18, %rbx, %rax", "rax = rbx * 24"},
    test::MachineRow{"480f44c3", "cmoveq %rbx, %rax", "rax or= rbx"},
    test::MachineRow{"4891", "xchgq %rcx, %rax", "tmp = rcx; rcx = rax; rax = tmp; tmp = ?"},
    test::MachineRow{"660f1f0400", "nopw (%rax,%rax)", ""},
    test::MachineRow{"0f180f", "prefetcht0 (%rdi)", ""},
    test::MachineRow{"bf40404000", "movl $0x404040, %edi", "rdi = 4210752"},
    test::MachineRow{"48b89a78563412000000", "movabsq $0x123456789a, %rax", "rax = 78187493530"},
    test::MachineRow{"0f05", "syscall", "rax = ?; rcx = ?; r11 = ?"},
    test::MachineRow{"66480f6ec0", "movq %rax, %xmm0", ""},
    test::MachineRow{"66480f7ec0", "movq %xmm0, %rax", "rax = ?"},
    test::MachineRow{"ffc0", "incl %eax", "rax = rax +1; rax = rax low"},
    test::MachineRow{"480545230100", "addq $0x12345, %rax", "rax = rax +74565"},
    test::MachineRow{"48ffc8", "decq %rax", "rax = rax -1"},
    test::MachineRow{"0fa2", "cpuid", "rax = ?; rbx = ?; rcx = ?; rdx = ?"},
    test::MachineRow{"48f7f1", "divq %rcx", "rax = ?; rdx = ?"},
    test::MachineRow{"83c0ff", "addl $-0x1, %eax", "rax = rax -1; rax = rax low"},
    test::MachineRow{"b8ffffffff", "movl $0xffffffff, %eax", "rax = 4294967295"},
    test::MachineRow{"480fafc3", "imulq %rbx, %rax", "rax *= rbx"},
    test::MachineRow{"4883c801", "orq $0x1, %rax", "rax = ?"},
    test::MachineRow{"8d4704", "leal 0x4(%rdi), %eax", "rax = &[rdi+4]; rax = rax low"},
    test::MachineRow{"48f7d8", "negq %rax", "rax = ?"},
    test::MachineRow{"4819c0", "sbbq %rax, %rax", "rax = ?"},
    test::MachineRow{"480fc8", "bswapq %rax", "rax = ?"},
    test::MachineRow{"0f44c1", "cmovel %ecx, %eax", "rax or= rcx; rax = rax low"},
    test::MachineRow{"4829c0", "subq %rax, %rax", "rax = 0"},
    test::MachineRow{"4829d8", "subq %rbx, %rax", "rax = rax - rbx"},
};

constexpr std::array kControl = {
    test::MachineRow{"ff5008", "callq *0x8(%rax)", "| r8 [rax+8] | w8 [rsp-8] -> call"},
    test::MachineRow{"e8fbffffff", "callq 0x76", "| w8 [rsp-8] -> call 0x1000"},
    test::MachineRow{"c3", "retq", "| r8 [rsp] -> return"},
    test::MachineRow{"ebfe", "jmp 0x7c", "-> jump 0x1000"},
    test::MachineRow{"75fe", "jne 0x7e", "-> branch 0x1000"},
    test::MachineRow{"ffe0", "jmpq *%rax", "-> jump"},
    test::MachineRow{"0f0b", "ud2", "-> stop"},
    test::MachineRow{"e2fe", "loop 0x159", "rcx = rcx -1 -> branch 0x1000"},
    test::MachineRow{"c20800", "retq $0x8", "| r8 [rsp] -> return"},
    test::MachineRow{"cc", "int3", "-> stop"},
};

template <typename Rows> void expectRows(const Rows &rows) {
  const auto decoder = machine::Decoder::create(machine::Arch::X86_64);
  ASSERT_TRUE(decoder);
  const test::MachineText text(machine::Arch::X86_64);
  for (const test::MachineRow &row : rows) {
    const auto bytes = test::bytesOf(row.hex);
    const auto decoded = decoder->decode(bytes, kAddress);
    ASSERT_TRUE(decoded) << row.assembly;
    EXPECT_EQ(decoded->length, bytes.size()) << row.assembly;
    EXPECT_EQ(text.of(*decoded), row.expected) << row.assembly;
  }
}

TEST(MachineX86, LoadsAndStores) {
  expectRows(kLoadsAndStores);
}

TEST(MachineX86, Computations) {
  expectRows(kComputations);
}

TEST(MachineX86, Control) {
  expectRows(kControl);
}

} // namespace machineX86Test
} // namespace fsfind
