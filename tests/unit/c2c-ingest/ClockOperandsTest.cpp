// Which addresses the code around a sample tells. The code is what GNU as (x86-64) and clang
// (AArch64) make of the instructions beside it.

#include "c2c-ingest/clock/Operands.h"
#include "tests/unit/c2c-ingest/CodeModule.h"

#include <elf.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace fsfind::clock {
namespace clockOperandsTest {

using test::CodeModule;
using test::kStart;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

/// The operands of a sample at an offset of the code, without the stack's slot of a return, each
/// with the distance of its instruction: `-12 r8 [rdi-8]`.
std::vector<std::string> operandsAt(std::uint16_t machine, std::string_view hex,
                                    std::uint64_t offset) {
  CodeModule module(machine, hex, true);
  std::size_t room = kMostDecoded;
  Operands operands(module, room);
  std::vector<std::string> texts;
  const auto arch = machine == EM_X86_64 ? machine::Arch::X86_64 : machine::Arch::AArch64;
  constexpr machine::Register kRsp = 7;
  for (const Operand &operand : operands.at(kStart + offset).operands)
    if (machine != EM_X86_64 || operand.memory.base != kRsp)
      texts.push_back(fmt::format("{:+d} {}{}{} {}",
                                  static_cast<std::int64_t>(operand.svma - kStart - offset),
                                  operand.load ? "r" : "", operand.store ? "w" : "", operand.size,
                                  test::MachineText(arch).memory(operand.memory)));
  return texts;
}

// mov rax,[rdi+8]; add rdi,16; lock incq [rdi]; mov rbx,[rax]; mov rcx,[rbx]; ret
constexpr const char *kLine = "488b4708"
                              "4883c710"
                              "f048ff07"
                              "488b18"
                              "488b0b"
                              "c3";

TEST(ClockOperands, AreToldBehindAndAhead) {
  EXPECT_THAT(operandsAt(EM_X86_64, kLine, 12),
              ElementsAre("-4 rw8 [rdi]", "-12 r8 [rdi-8]", "+0 r8 [rax]"));
}

TEST(ClockOperands, EndWhereARegisterIsReplaced) {
  // At the begin, rbx is not loaded yet, and what rax will be is not known.
  EXPECT_THAT(operandsAt(EM_X86_64, kLine, 0), ElementsAre("+0 r8 [rdi+8]", "+8 rw8 [rdi+16]"));
}

TEST(ClockOperands, AreExactBehindACopy) {
  // mov rdx,rdi; mov rdi,[rsi]; incq [rdx+4]; → nop; ret: rdi is lost, rdx has what it was
  EXPECT_THAT(operandsAt(EM_X86_64,
                         "4889fa"
                         "488b3e"
                         "48ff4204"
                         "90"
                         "c3",
                         10),
              ElementsAre("-4 rw8 [rdx+4]", "-7 r8 [rsi]"));
  // incq [rdi]; mov rdx,rdi; mov rdi,[rsi]; → nop; ret
  EXPECT_THAT(operandsAt(EM_X86_64,
                         "48ff07"
                         "4889fa"
                         "488b3e"
                         "90"
                         "c3",
                         9),
              ElementsAre("-3 r8 [rsi]", "-9 rw8 [rdx]"));
}

TEST(ClockOperands, EndBehindAtJumpTargetsAndCalls) {
  // incq [rdi]; → L: incq [rsi]; jmp L: two ways lead to the sample
  EXPECT_THAT(operandsAt(EM_X86_64,
                         "48ff07"
                         "48ff06"
                         "ebfb",
                         3),
              ElementsAre("+0 rw8 [rsi]"));
  // incq [rdi]; call; → incq [rsi]; ret: a call may change rdi
  EXPECT_THAT(operandsAt(EM_X86_64,
                         "48ff07"
                         "e800000000"
                         "48ff06"
                         "c3",
                         8),
              ElementsAre("+0 rw8 [rsi]"));
}

TEST(ClockOperands, GoThroughTheOnlyWayThatLeadsThere) {
  // incq [rdi]; je X; → nop; ret; X: ret
  EXPECT_THAT(operandsAt(EM_X86_64,
                         "48ff07"
                         "7402"
                         "90"
                         "c3"
                         "c3",
                         5),
              ElementsAre("-5 rw8 [rdi]"));
}

TEST(ClockOperands, OfThreadLocalDataAreNone) {
  EXPECT_THAT(operandsAt(EM_X86_64, "64ff04250000000090c3", 8), IsEmpty()); // incl fs:0; nop; ret
}

TEST(ClockOperands, OfAArch64) {
  // ldr x1,[x0],#16; ldaddal x1,x2,[x3]; → str x2,[x0,#8]; ret
  EXPECT_THAT(operandsAt(EM_AARCH64,
                         "010441f8"
                         "6200e1f8"
                         "020400f9"
                         "c0035fd6",
                         8),
              ElementsAre("-4 rw8 [x3]", "-8 r8 [x0-16]", "+0 w8 [x0+8]"));
}

/// The operands at an offset that a loop of x86-64 code waits for there.
std::vector<std::string> awaitedAt(std::string_view hex, std::uint64_t offset) {
  CodeModule module(EM_X86_64, hex, true);
  std::size_t room = kMostDecoded;
  Operands operands(module, room);
  std::vector<std::string> texts;
  for (const Operand &operand : operands.at(kStart + offset).operands)
    if (operand.awaited)
      texts.push_back(test::MachineText(machine::Arch::X86_64).memory(operand.memory));
  return texts;
}

TEST(ClockOperands, AreAwaitedAllOverALoopThatOnlyWaits) {
  // L: pause; mov eax,[rdi+4]; cmp eax,edx; jne L; incl [rsi]; ret
  constexpr const char *kTicket = "f390"
                                  "8b4704"
                                  "39d0"
                                  "75f7"
                                  "ff06"
                                  "c3";
  for (const std::uint64_t offset : {0U, 2U, 5U, 7U})
    EXPECT_THAT(awaitedAt(kTicket, offset), ElementsAre("[rdi+4]")) << offset;
  EXPECT_THAT(awaitedAt(kTicket, 9), IsEmpty()) << "behind the loop";
  EXPECT_THAT(operandsAt(EM_X86_64, kTicket, 9), ElementsAre("-7 r4 [rdi+4]", "+0 rw4 [rsi]"))
      << "but the wait may show there";
  // L: mov eax,1; xchg eax,[rdi]; test eax,eax; je X; M: pause; cmpl 0,[rdi]; jne M; jmp L; X: ret
  constexpr const char *kTestAndSet = "b801000000"
                                      "8707"
                                      "85c0"
                                      "7409"
                                      "f390"
                                      "833f00"
                                      "75f9"
                                      "ebec"
                                      "c3";
  EXPECT_THAT(awaitedAt(kTestAndSet, 7), ElementsAre("[rdi]", "[rdi]"));
  EXPECT_THAT(awaitedAt(kTestAndSet, 11), ElementsAre("[rdi]")) << "the loop inside";
  // L: mov ecx,8; M: pause; dec ecx; jne M; mov eax,[rdi]; test eax,eax; je L; ret
  constexpr const char *kWithPauses = "b908000000"
                                      "f390"
                                      "ffc9"
                                      "75fa"
                                      "8b07"
                                      "85c0"
                                      "74ef"
                                      "c3";
  EXPECT_THAT(awaitedAt(kWithPauses, 5), ElementsAre("[rdi]"));
}

TEST(ClockOperands, AreNotAwaitedInALoopThatWorks) {
  const std::pair<const char *, const char *> loops[] = {
      {"488b074883c7084839d075f4c3", "looks at one after the other"},
      {"f048ff07ffc975f8c3", "adds to it"},
      {"488b7f08833f0074f7c3", "follows pointers"},
      {"6bc04d83c003833f0074f5c3", "computes"},
      {"e805000000833f0074f6c3c3", "calls"},
      {"894424f88b0785c074f6c3", "stores"},
  };
  for (const auto &[hex, what] : loops)
    EXPECT_THAT(awaitedAt(hex, 0), IsEmpty()) << what;
}

TEST(ClockOperands, TellUsualInstructionsFromSlowOnes) {
  CodeModule module(EM_X86_64, "f048ff07f048ff4708ffc975f4c3", true); // lock inc twice; dec; jne
  std::size_t room = kMostDecoded;
  Operands operands(module, room);
  const SampledCode &code = operands.at(kStart);
  EXPECT_EQ(code.instructions, 4U);
  EXPECT_EQ(code.usual, 2U);
}

TEST(ClockOperands, OfNoCodeAreNone) {
  EXPECT_THAT(operandsAt(EM_X86_64, "ffffffff", 0), IsEmpty());
  EXPECT_THAT(operandsAt(EM_MIPS, "c3", 0), IsEmpty());
}

TEST(ClockRegisters, HaveTheNumbersOfDebugInfo) {
  perf::UserRegisters recorded;
  for (std::size_t bit = 0; bit < recorded.values.size(); ++bit)
    recorded.values[bit] = 100 + bit;
  recorded.mask = 0xff01ff; // what perf record --user-regs has of general registers, and ip
  const Registers x86 = registersOf(recorded, machine::Arch::X86_64);
  EXPECT_EQ(x86.known, 0xffffU);
  EXPECT_EQ(x86.values[1], 103U) << "rdx";
  EXPECT_EQ(x86.values[3], 101U) << "rbx";
  EXPECT_EQ(x86.values[8], 116U) << "r8";
  recorded.mask = 0x1ffffffff;
  const Registers arm = registersOf(recorded, machine::Arch::AArch64);
  EXPECT_EQ(arm.known, 0xffffffffU) << "the pc is none of them";
  EXPECT_EQ(arm.values[31], 131U) << "sp";
}

TEST(ClockRegisters, GiveAddressesOnlyIfAllWereRecorded) {
  Registers registers;
  registers.values[5] = 0x1000;
  registers.values[1] = 3;
  registers.known = 1U << 5;
  machine::Memory memory{5, 1, 8, 16};
  EXPECT_EQ(addressOf(memory, registers, 0), std::nullopt);
  registers.known |= 1U << 1;
  EXPECT_EQ(addressOf(memory, registers, 0x700000), 0x1000 + 3 * 8 + 16);
  machine::Memory still;
  still.absolute = true;
  still.displacement = 0x4010;
  EXPECT_EQ(addressOf(still, registers, 0x700000), 0x704010);
}

} // namespace clockOperandsTest
} // namespace fsfind::clock
