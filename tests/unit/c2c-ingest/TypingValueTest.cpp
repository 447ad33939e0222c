#include "c2c-ingest/typing/MachineState.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>
#include <vector>

namespace fsfind::typing {
namespace typingValueTest {

using Kind = Value::Kind;

/// What a value may add to its first choice, and the index's step, which all share.
std::vector<std::int64_t> offsetsOf(const Value &value, std::uint64_t step = 0) {
  std::vector<std::int64_t> offsets;
  for (const Value &choice : choicesOf(value)) {
    EXPECT_EQ(choice.step, step);
    offsets.push_back(choice.offset);
  }
  return offsets;
}

Value numbersApart(std::uint64_t step, std::int64_t offset = 0) {
  return {Kind::Linear, {}, kNoDefinition, offset, step, 0, 0};
}

TEST(TypingValue, AnIndexTimesTheElementSizeLeavesTheOffsetKnownModuloThatSize) {
  const Value element = add(pointerTo(TypeId(3), 8), scaled(defined(1), 24));
  EXPECT_EQ(element.kind, Kind::Pointer);
  EXPECT_EQ(element.type, TypeId(3));
  EXPECT_EQ(element.offset, 8);
  EXPECT_EQ(element.step, 24U);
}

TEST(TypingValue, MembersThatBranchesChooseAreToldFromAnIndex) {
  const Value element = add(pointerTo(TypeId(3)), scaled(defined(1), 48));
  const Value two = meet(add(element, constant(24)), element);
  EXPECT_EQ(two.step, 24U);
  EXPECT_EQ(offsetsOf(two, 48), (std::vector<std::int64_t>{0, 24}));
  const Value three = meet(two, add(element, constant(-8)));
  EXPECT_EQ(offsetsOf(three, 48), (std::vector<std::int64_t>{-8, 0, 8, 16, 24}));
  EXPECT_EQ(meet(three, two), three);
  EXPECT_EQ(offsetsOf(add(two, constant(8)), 48), (std::vector<std::int64_t>{8, 32}));
}

TEST(TypingValue, AChoiceAcrossWholeElementsIsAnIndex) {
  const Value element = add(pointerTo(TypeId(3)), scaled(defined(1), 16));
  EXPECT_EQ(offsetsOf(meet(element, add(element, constant(16))), 16).size(), 1U);
  EXPECT_EQ(offsetsOf(meet(element, add(element, constant(24))), 8).size(), 1U);
}

TEST(TypingValue, AFewBitsAreAChoiceOfNumbers) {
  const Value bit = masked(defined(1), 8);
  EXPECT_EQ(offsetsOf(bit), (std::vector<std::int64_t>{0, 8}));
  EXPECT_EQ(offsetsOf(flipped(bit, 24)), (std::vector<std::int64_t>{16, 24}));
  EXPECT_EQ(masked(bit, 1), constant(0));
  EXPECT_EQ(masked(bit, 0xff), bit);
  EXPECT_EQ(masked(defined(1), 0xff), kUnknown);
  EXPECT_EQ(masked(defined(1), -8), kUnknown);
  EXPECT_EQ(flipped(defined(1), 8), kUnknown);
  EXPECT_EQ(offsetsOf(scaled(masked(defined(1), 1), -8)), (std::vector<std::int64_t>{-8, 0}));
  EXPECT_EQ(offsetsOf(add(pointerTo(TypeId(3), 16), scaled(bit, 2))),
            (std::vector<std::int64_t>{16, 32}));
}

TEST(TypingValue, EverMoreChoicesEndAsAnIndex) {
  Value value = pointerTo(TypeId(3));
  for (int i = 0; i < 40; ++i)
    value = meet(value, add(value, constant(8)));
  EXPECT_EQ(offsetsOf(value, 8), std::vector<std::int64_t>{0});
}

TEST(TypingValue, MultiplicationByAdditionsKeepsItsFactor) {
  // lea (rax,rax,2), rax; shl $3, rax: how compilers multiply by 24.
  const Value index = defined(1);
  EXPECT_EQ(scaled(add(index, scaled(index, 2)), 8).step, 24U);
}

TEST(TypingValue, AnAdvancingPointerMeetsItselfAtItsStride) {
  const Value start = pointerTo(TypeId(3), 16);
  const Value met = meet(start, add(start, constant(48)));
  EXPECT_EQ(withoutChoices(met), (Value{Kind::Pointer, TypeId(3), kNoDefinition, 16, 48, 0, 0}));
  EXPECT_EQ(withoutChoices(meet(met, add(met, constant(48)))), withoutChoices(met));
}

TEST(TypingValue, PointersToDifferentTypesHaveNothingInCommon) {
  EXPECT_EQ(meet(pointerTo(TypeId(1)), pointerTo(TypeId(2))), kUnknown);
  EXPECT_EQ(meet(pointerTo(TypeId(1)), frameAddress(0)), kUnknown);
}

TEST(TypingValue, ANullPointerOnOnePathLeavesTheOther) {
  EXPECT_EQ(meet(pointerTo(TypeId(1)), constant(0)), pointerTo(TypeId(1)));
  EXPECT_EQ(meet(constant(0), pointerTo(TypeId(1))), pointerTo(TypeId(1)));
}

TEST(TypingValue, CountersMeetAtTheirCommonStep) {
  EXPECT_EQ(withoutChoices(meet(constant(0), constant(24))), numbersApart(24));
  EXPECT_EQ(meet(numbersApart(24), constant(36)), numbersApart(12));
}

TEST(TypingValue, WhatMightBeAPointerIsNotTakenForANumber) {
  // Two loaded values that were never named: whoever names their meeting later must find it whole.
  EXPECT_EQ(meet(defined(1), defined(2)), kUnknown);
}

TEST(TypingValue, AddingTwoAddressesGivesNone) {
  EXPECT_EQ(add(pointerTo(TypeId(1)), frameAddress(8)), kUnknown);
}

TEST(TypingValue, MeetingIsCommutativeAndIdempotent) {
  std::mt19937_64 random(7);
  const auto any = [&]() -> Value {
    const auto offset = static_cast<std::int64_t>(random() % 64) - 32;
    switch (random() % 7) {
    case 0:
      return {};
    case 1:
      return kUnknown;
    case 2:
      return constant(offset);
    case 3:
      return numbersApart(random() % 6, offset);
    case 4:
      return add(pointerTo(TypeId(random() % 2), offset), numbersApart(8 * (random() % 3)));
    case 5:
      return frameAddress(offset);
    default:
      return staticAddress(random() % 64);
    }
  };
  for (int i = 0; i < 20000; ++i) {
    const Value a = any(), b = any();
    const Value ab = meet(a, b), ba = meet(b, a);
    EXPECT_EQ(meet(a, a), a);
    EXPECT_EQ(ab.kind, ba.kind);
    EXPECT_EQ(ab.step, ba.step);
    EXPECT_EQ(meet(ab, b).kind, ab.kind);
    EXPECT_EQ(meet(ab, b).step, ab.step);
  }
}

TEST(MachineState, AStoreOverPartOfASlotForgetsIt) {
  MachineState state;
  state.store(-16, 8, pointerTo(TypeId(1)));
  state.store(-8, 8, pointerTo(TypeId(2)));
  state.store(-12, 4, constant(1));
  EXPECT_EQ(state.slot(-16), kUnknown);
  EXPECT_EQ(state.slot(-8), pointerTo(TypeId(2)));
}

TEST(MachineState, AddressesOfNothingButNumbersAreStatic) {
  MachineState state;
  state.write(0, constant(0x404000));
  machine::Memory memory;
  memory.base = 0;
  memory.displacement = 0x40;
  EXPECT_EQ(state.address(memory), staticAddress(0x404040));
}

TEST(MachineState, EitherRegisterOfAnOperandMayBeThePointer) {
  MachineState state;
  state.write(0, defined(9));
  state.write(1, pointerTo(TypeId(5), 32));
  machine::Memory memory;
  memory.base = 0;
  memory.index = 1;
  EXPECT_EQ(state.address(memory), (Value{Kind::Pointer, TypeId(5), kNoDefinition, 32, 1, 0, 1}));
}

} // namespace typingValueTest
} // namespace fsfind::typing
