#include "c2c-ingest/typing/CallSites.h"

#include "c2c-ingest/debuginfo/ByteOrder.h"

#include <algorithm>
#include <bit>

namespace fsfind::typing {

namespace {

/// More code than this is not searched.
constexpr std::uint64_t kMostCode = std::uint64_t{1} << 28;

/// Both architectures write instructions in little-endian order.
std::uint32_t word(std::span<const std::byte> code, std::size_t at) {
  return debuginfo::readAt<std::uint32_t>(code, at, std::endian::native == std::endian::big);
}

} // namespace

CallSites::CallSites(const debuginfo::Module &module, machine::Arch arch) {
  for (const debuginfo::AddressRange &segment : module.codeSegments()) {
    if (segment.end - segment.begin > kMostCode)
      continue;
    const auto code = module.bytesAt(segment.begin, segment.end - segment.begin);
    if (arch == machine::Arch::X86_64)
      scanX86(code, segment.begin);
    else
      scanAArch64(code, segment.begin);
    // A target outside the code shows that the bytes are no call.
    std::erase_if(calls_, [&](const Call &call) {
      return call.site >= segment.begin && call.site < segment.end &&
             (call.target < segment.begin || call.target >= segment.end);
    });
  }
  std::sort(calls_.begin(), calls_.end(), [](const Call &a, const Call &b) {
    return a.target != b.target ? a.target < b.target : a.site < b.site;
  });
}

/// CALL and JMP with a 32-bit displacement (Intel SDM, volume 2A).
void CallSites::scanX86(std::span<const std::byte> code, std::uint64_t begin) {
  constexpr std::size_t kLength = 5;
  constexpr std::byte kCall{0xe8}, kJump{0xe9};
  for (std::size_t i = 0; i + kLength <= code.size(); ++i)
    if (code[i] == kCall || code[i] == kJump) {
      const auto displacement = static_cast<std::int32_t>(word(code, i + 1));
      calls_.push_back(
          {begin + i + kLength + static_cast<std::uint64_t>(std::int64_t{displacement}),
           begin + i});
    }
}

/// BL and B (Arm Architecture Reference Manual, C6.2).
void CallSites::scanAArch64(std::span<const std::byte> code, std::uint64_t begin) {
  constexpr std::size_t kLength = 4;
  for (std::size_t i = 0; i + kLength <= code.size(); i += kLength) {
    const std::uint32_t instruction = word(code, i);
    if ((instruction & 0x7c000000U) != 0x14000000U)
      continue;
    const auto words = static_cast<std::int32_t>(instruction << 6) >> 6;
    calls_.push_back({begin + i + static_cast<std::uint64_t>(std::int64_t{words} * 4), begin + i});
  }
}

std::span<const CallSites::Call> CallSites::to(std::uint64_t target) const {
  const auto begin = std::lower_bound(
      calls_.begin(), calls_.end(), target,
      [](const Call &call, std::uint64_t address) { return call.target < address; });
  auto end = begin;
  while (end != calls_.end() && end->target == target)
    ++end;
  return {begin, end};
}

} // namespace fsfind::typing
