#include "c2c-ingest/machine/Decoder.h"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace fsfind {

namespace machineDecoderTest {

using machine::Arch;

class MachineDecoder : public testing::TestWithParam<Arch> {};

TEST_P(MachineDecoder, AnyBytesAreAnInstructionInsideThemOrNone) {
  const auto decoder = machine::Decoder::create(GetParam());
  ASSERT_TRUE(decoder);
  std::mt19937 random(17);
  std::array<std::byte, 16> bytes{};
  std::size_t decoded = 0;
  for (int i = 0; i < 200'000; ++i) {
    for (std::byte &byte : bytes)
      byte = std::byte(random() & 0xffU);
    const auto some = std::span(bytes).first(random() % (bytes.size() + 1));
    const auto instruction = decoder->decode(some, random());
    if (!instruction)
      continue;
    ++decoded;
    ASSERT_GT(instruction->length, 0);
    ASSERT_LE(instruction->length, some.size());
    ASSERT_LE(instruction->effects.size(), 8U);
    for (const machine::Effect &effect : instruction->effects) {
      const bool stores = effect.kind == machine::Effect::Kind::Store;
      ASSERT_TRUE(stores || effect.to < machine::kRegisterCount);
    }
  }
  EXPECT_GT(decoded, 0U);
}

TEST_P(MachineDecoder, WhatATornInstructionBeginsIsNone) {
  const auto decoder = machine::Decoder::create(GetParam());
  ASSERT_TRUE(decoder);
  EXPECT_FALSE(decoder->decode({}, 0));
  constexpr std::array kLock = {std::byte{0xf0}, std::byte{0xf0}};
  EXPECT_FALSE(decoder->decode(kLock, 0));
}

TEST_P(MachineDecoder, ConventionsKeepTheStackPointer) {
  const machine::Convention &convention = machine::conventionOf(GetParam());
  EXPECT_EQ(convention.clobbered >> convention.stack & 1U, 0U);
  EXPECT_EQ(convention.clobbered >> convention.result & 1U, 1U);
  for (const machine::Register argument : convention.arguments)
    EXPECT_EQ(convention.clobbered >> argument & 1U, 1U);
}

INSTANTIATE_TEST_SUITE_P(Architectures, MachineDecoder,
                         testing::Values(Arch::X86_64, Arch::AArch64), [](const auto &arch) {
                           return arch.param == Arch::X86_64 ? "x86_64" : "AArch64";
                         });

} // namespace machineDecoderTest

} // namespace fsfind
