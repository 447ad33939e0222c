#pragma once

#include "tests/fuzz/mutators/Mutation.h"

/// Gives a fuzz target, which includes this once, mutators of its own: it defines the two
/// functions.
namespace fsfind::fuzz {

/// Other bytes of the same structure; none if there is no structure to be seen.
[[nodiscard]] std::optional<Buffer> mutated(Bytes bytes, Random &random);
/// The bytes with parts of the other.
[[nodiscard]] std::optional<Buffer> mixed(Bytes bytes, Bytes other, Random &random);

/// Copies what a mutator made, unless it is none or does not fit: then 0.
inline std::size_t place(const std::optional<Buffer> &made, std::uint8_t *out,
                         std::size_t max_size) {
  if (!made || made->empty() || made->size() > max_size)
    return 0;
  std::memcpy(out, made->data(), made->size());
  return made->size();
}

} // namespace fsfind::fuzz

/// One time in 16, libFuzzer's own mutations: what nobody would write must be refused as well.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t *data, std::size_t size,
                                               std::size_t max_size, unsigned seed) {
  using namespace fsfind::fuzz;
  Random random(seed);
  if (!random.oneIn(16))
    if (const std::size_t made = place(mutated(bytesOf(data, size), random), data, max_size))
      return made;
  return LLVMFuzzerMutate(data, size, max_size);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t *data, std::size_t size,
                                                 const std::uint8_t *other, std::size_t other_size,
                                                 std::uint8_t *out, std::size_t max_size,
                                                 unsigned seed) {
  using namespace fsfind::fuzz;
  Random random(seed);
  return place(mixed(bytesOf(data, size), bytesOf(other, other_size), random), out, max_size);
}
