#include "c2c-ingest/typing/InstrumentedCalls.h"

#include <gtest/gtest.h>

namespace fsfind::typing {
namespace instrumentedCallsTest {

using machine::Change;
using machine::Instruction;

const machine::Convention &kConvention = machine::conventionOf(machine::Arch::X86_64);

/// As the decoder has it: a call stores where it returns to.
Instruction call() {
  Instruction instruction;
  instruction.flow = machine::Flow::Call;
  machine::MemoryAccess slot;
  slot.memory.base = kConvention.stack;
  slot.memory.displacement = -8;
  slot.size = 8;
  slot.store = true;
  instruction.accesses = {slot};
  return instruction;
}

TEST(InstrumentedCalls, ACallIsAnAccessOfWhatItIsHanded) {
  const struct {
    const char *name;
    std::uint32_t size;
    bool load, store;
    Change change;
  } cases[] = {{"__tsan_read4", 4, true, false, Change::Replace},
               {"__tsan_write16", 16, false, true, Change::Replace},
               {"__tsan_unaligned_read8", 8, true, false, Change::Replace},
               {"__tsan_unaligned_volatile_write2", 2, false, true, Change::Replace},
               {"__tsan_volatile_read1", 1, true, false, Change::Replace},
               {"__tsan_read_write8", 8, true, true, Change::Replace},
               {"__tsan_write_range", 0, false, true, Change::Replace},
               {"__tsan_vptr_update", 8, false, true, Change::Replace},
               {"__tsan_atomic32_load", 4, true, false, Change::Replace},
               {"__tsan_atomic8_store", 1, false, true, Change::Replace},
               {"__tsan_atomic64_exchange", 8, true, true, Change::Replace},
               {"__tsan_atomic64_fetch_sub", 8, true, true, Change::Add},
               {"__tsan_atomic16_fetch_or", 2, true, true, Change::Bits},
               {"__tsan_atomic128_compare_exchange_val", 16, true, true, Change::Compare}};
  for (const auto &one : cases) {
    Instruction instruction = call();
    ASSERT_TRUE(accessByCall(instruction, one.name, kConvention)) << one.name;
    ASSERT_EQ(instruction.accesses.size(), 1U);
    const machine::MemoryAccess &access = instruction.accesses.front();
    EXPECT_EQ(access.memory.base, kConvention.arguments.front());
    EXPECT_EQ(access.size, one.size) << one.name;
    EXPECT_EQ(access.load, one.load) << one.name;
    EXPECT_EQ(access.store, one.store) << one.name;
    EXPECT_EQ(instruction.change, one.change) << one.name;
    EXPECT_TRUE(isAccessByCall(instruction));
  }
}

TEST(InstrumentedCalls, OtherCallsStayWhatTheyAre) {
  for (const char *name : {"__tsan_func_entry", "__tsan_init", "__tsan_atomic_thread_fence",
                           "__tsan_atomic64", "__tsan_reader", "read4", "malloc", ""}) {
    Instruction instruction = call();
    EXPECT_FALSE(accessByCall(instruction, name, kConvention)) << name;
    EXPECT_FALSE(isAccessByCall(instruction)) << name;
    EXPECT_EQ(instruction.accesses.front().memory.base, kConvention.stack);
  }
  Instruction jump = call();
  jump.flow = machine::Flow::Jump;
  EXPECT_FALSE(accessByCall(jump, "__tsan_read4", kConvention));
}

} // namespace instrumentedCallsTest
} // namespace fsfind::typing
