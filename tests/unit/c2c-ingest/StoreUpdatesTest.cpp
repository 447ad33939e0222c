// What storing instructions do to their datum. The code is what GNU as (x86-64) and clang (AArch64)
// make of the instructions beside it; `store` is the offset of the sampled one.

#include "c2c-ingest/typing/StoreUpdates.h"
#include "tests/unit/c2c-ingest/CodeModule.h"

#include <elf.h>

#include <gtest/gtest.h>

namespace fsfind::typing {
namespace storeUpdatesTest {

using test::CodeModule;
using test::kStart;

struct Row {
  std::string_view hex;
  std::uint64_t store;
  Update expected;
  std::string_view assembly;
};

Update updateIn(std::uint16_t machine, std::string_view hex, std::uint64_t at, bool store = true,
                bool is_void = true) {
  CodeModule module(machine, hex, is_void);
  return StoreUpdates(module).at(kStart + at, store);
}

constexpr Row kX86[] = {
    {"f048830701c3", 0, Update::Add, "lock addq $1,(%rdi); ret"},
    {"48014708c3", 0, Update::Add, "add %rax,8(%rdi); ret"},
    {"f0ff0fc3", 0, Update::Add, "lock decl (%rdi); ret"},
    {"f0ff0f7403c3c3c3c3", 0, Update::Fetch, "lock decl (%rdi); je: a reference count"},
    {"f0ff0fb8000000000f94c0c3", 0, Update::Fetch, "lock decl (%rdi); mov $0,%eax; sete %al"},
    {"f0ff0f4883f8097403c3c3c3c3", 0, Update::Add, "lock decl (%rdi); cmp $9,%rax; je"},
    {"f0480fc1074883f809c3", 0, Update::Fetch, "lock xadd %rax,(%rdi); cmp $9,%rax"},
    {"f0480fc107b800000000c3", 0, Update::Add, "lock xadd %rax,(%rdi); mov $0,%eax"},
    {"f00fc007b800000000c3", 0, Update::Unknown, "lock xadd %al,(%rdi)"},
    {"f0480fb10ac3", 0, Update::Conditional, "lock cmpxchg %rcx,(%rdx)"},
    {"488707c3", 0, Update::Replace, "xchg %rax,(%rdi)"},
    {"488907c3", 0, Update::Replace, "mov %rax,(%rdi)"},
    {"f0830f01c3", 0, Update::Bits, "lock orl $1,(%rdi)"},
    {"48831701c3", 0, Update::Unknown, "adcq $1,(%rdi)"},
    {"488b47084883c00148894708c3", 8, Update::Add, "a load, add $1, a store of rax; ret"},
    {"488b47084883c001488947084883f809c3", 8, Update::Fetch, "the same; cmp $9,%rax"},
    {"488b47084883e801488947087403c3c3c3c3", 8, Update::Fetch, "the same with sub; je"},
    {"488b47084883f8094883c00148894708c3", 12, Update::Fetch, "a load, cmp $9,%rax, add, a store"},
    {"488b47084883c00148894708e800000000c3", 8, Update::Add, "the same, then a call"},
    {"488b47084829c848894708c3", 7, Update::Add, "a load, sub %rcx,%rax, a store"},
    {"488b47084829c148894f08c3", 7, Update::Unknown, "a load, sub %rax,%rcx, a store of rcx"},
    {"480307488907c3", 3, Update::Add, "add (%rdi),%rax; mov %rax,(%rdi)"},
    {"480307488906c3", 3, Update::Replace, "add (%rdi),%rax; mov %rax,(%rsi)"},
    {"488b47084883c001488906c3", 8, Update::Replace, "a load, add, a store elsewhere"},
};

TEST(StoreUpdates, OfX86) {
  for (const Row &row : kX86)
    EXPECT_EQ(updateIn(EM_X86_64, row.hex, row.store), row.expected) << row.assembly;
}

constexpr Row kAArch64[] = {
    {"1f0021f8c0035fd6", 0, Update::Add, "stadd x1,[x0]; ret"},
    {"020021f8020080d2c0035fd6", 0, Update::Add, "ldadd x1,x2,[x0]; mov x2,#0"},
    {"020021f8620000f9c0035fd6", 0, Update::Fetch, "ldadd x1,x2,[x0]; str x2,[x3]"},
    {"0200e1b8620000f9c0035fd6", 0, Update::Fetch, "ldaddal w1,w2,[x0]; str x2,[x3]"},
    {"41fce0c8c0035fd6", 0, Update::Conditional, "casal x0,x1,[x2]"},
    {"418020f8c0035fd6", 0, Update::Replace, "swp x0,x1,[x2]"},
    {"023021f8c0035fd6", 0, Update::Unknown, "ldset x1,x2,[x0]"},
    {"620000f9c0035fd6", 0, Update::Replace, "str x2,[x3]"},
    {"010440f921040091010400f9c0035fd6", 8, Update::Add, "ldr x1,[x0,#8]; add #1; str; ret"},
    {"010440f92100028b010400f9c0035fd6", 8, Update::Add, "ldr x1,[x0,#8]; add x2; str; ret"},
    {"010440f9210002cb010400f9c0035fd6", 8, Update::Add, "ldr x1,[x0,#8]; sub x2; str; ret"},
    {"010440f921040091010400f93f2400f1c0035fd6", 8, Update::Fetch, "the same; cmp x1,#9"},
    {"010440f9210400f1010400f9a0ffff54c0035fd6", 8, Update::Fetch, "ldr; subs #1; str; b.eq"},
    {"017c5fc821040091017c03c8a3ffff35c0035fd6", 8, Update::Add,
     "ldxr x1,[x0]; add #1; stxr w3,x1,[x0]; cbnz w3; ret"},
    {"017c5fc8017c03c8a3ffff35c0035fd6", 4, Update::Conditional,
     "ldxr x1,[x0]; stxr w3,x1,[x0]; cbnz w3"},
};

TEST(StoreUpdates, OfAArch64) {
  for (const Row &row : kAArch64)
    EXPECT_EQ(updateIn(EM_AARCH64, row.hex, row.store), row.expected) << row.assembly;
}

TEST(StoreUpdates, TheValueMayBeWhatTheFunctionReturns) {
  constexpr std::string_view kFetchAdd = "f0480fc107c3"; // lock xadd %rax,(%rdi); ret
  EXPECT_EQ(updateIn(EM_X86_64, kFetchAdd, 0, true, false), Update::Unknown);
  EXPECT_EQ(updateIn(EM_X86_64, kFetchAdd, 0, true, true), Update::Add);
}

/// Go's results are in other registers than C's: rdx is none of them, rbx is.
TEST(StoreUpdates, OfGoThatDropsTheValue) {
  const auto updateInGo = [](std::string_view hex) {
    CodeModule module(EM_X86_64, hex, true, true);
    return StoreUpdates(module).at(kStart, true);
  };
  EXPECT_EQ(updateInGo("f0480fc111c3"), Update::Add) << "lock xadd %rdx,(%rcx); ret";
  EXPECT_EQ(updateInGo("f0480fc111e800000000c3"), Update::Add) << "with a call between";
  EXPECT_NE(updateInGo("f0480fc119c3"), Update::Add) << "lock xadd %rbx,(%rcx); ret";
  EXPECT_EQ(updateIn(EM_X86_64, "f0480fc111c3", 0, true, false), Update::Unknown) << "of C";
}

TEST(StoreUpdates, ASampleMayNameTheNextInstruction) {
  constexpr std::string_view kCode = "f0ff0f4883f809c3"; // lock decl (%rdi); cmp $9,%rax; ret
  EXPECT_EQ(updateIn(EM_X86_64, kCode, 3), Update::Add);
  EXPECT_EQ(updateIn(EM_X86_64, kCode, 3, false), Update::Add) << "it loads, too";
  EXPECT_EQ(updateIn(EM_X86_64, kCode, 7), Update::Unknown);
}

TEST(StoreUpdates, OfALoadAlone) {
  constexpr std::string_view kCode = "488b47084883c00148894708c3"; // mov, add, mov, ret
  EXPECT_EQ(updateIn(EM_X86_64, kCode, 0, false), Update::Unknown);
}

/// mov (%rbx),%rax; lea 2(%rax),%rbp; call; add $8,%rsp; mov %rbp,(%rbx); ret
TEST(StoreUpdates, OfACallThatTellsOfAStore) {
  const auto updateAtCall = [](const char *called) {
    CodeModule module(EM_X86_64, "488b03488d6802e8000000004883c40848892bc3", true);
    module.called = called;
    return StoreUpdates(module).at(kStart + 7, true);
  };
  EXPECT_EQ(updateAtCall("__tsan_write8"), Update::Add);
  EXPECT_EQ(updateAtCall("__tsan_atomic64_exchange"), Update::Replace);
  EXPECT_NE(updateAtCall("other"), Update::Add);
}

} // namespace storeUpdatesTest
} // namespace fsfind::typing
