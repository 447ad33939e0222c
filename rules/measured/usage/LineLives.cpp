#include "rules/measured/usage/LineLives.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

namespace fsfind {

namespace {

/// Most times of one line that are told apart; of small blocks that come and go, later ones have
/// hardly any samples.
constexpr std::size_t kMostTimes = 8;

/// Whose frame the object lies in; empty if it is no object of a known frame.
std::string frameOf(const Object &object) {
  return object.kind == ObjectKind::Stack ? object.function : std::string();
}

/// A block of the heap, or a frame, or, with 0 bytes and no function, memory of neither.
auto blockOf(const Object &object) {
  const auto &[function, place] = object.allocated;
  const bool known = object.block_size != 0;
  return std::tuple(object.block_address, object.block_size, known ? place.file : std::string(),
                    known ? place.line : 0, known ? function : frameOf(object));
}
using Block = decltype(blockOf(Object()));

/// Begin and end of bytes of a line.
using Bytes = std::pair<std::uint64_t, std::uint64_t>;

/// The accesses to one block or frame, or those to the same bytes of neither.
struct Use {
  bool of_block = false, of_frame = false;
  std::vector<Bytes> bytes;
  std::uint64_t contended = 0, samples = 0;
  std::vector<std::size_t> accesses; ///< of the line
};

bool haveOneBlock(const Profile &profile, const Line &line) {
  const Object &first = profile.target(line.accesses.front().target).object;
  return std::all_of(line.accesses.begin() + 1, line.accesses.end(), [&](const Access &access) {
    const Object &object = profile.target(access.target).object;
    return blockOf(object) == blockOf(first);
  });
}

/// The bytes of the line that lie in [first, first + size).
Bytes bytesOn(const Line &line, std::uint32_t line_size, std::uint64_t first, std::uint64_t size) {
  const std::uint64_t before = line.address > first ? line.address - first : 0;
  const std::uint64_t begin = first > line.address ? first - line.address : 0;
  const std::uint64_t left = size > before ? size - before : 0;
  return {std::min<std::uint64_t>(begin, line_size),
          begin >= line_size ? line_size : begin + std::min(left, line_size - begin)};
}

std::vector<Use> usesOf(const Profile &profile, const Line &line) {
  const std::uint32_t line_size = profile.source.line_size;
  std::map<std::pair<Block, Bytes>, Use> uses;
  for (std::size_t i = 0; i < line.accesses.size(); ++i) {
    const Access &access = line.accesses[i];
    const Object &object = profile.target(access.target).object;
    const bool of_block = object.block_size != 0;
    const bool of_frame = !of_block && !frameOf(object).empty();
    const Bytes bytes = of_block ? bytesOn(line, line_size, object.block_address, object.block_size)
                        : of_frame ? bytesOn(line, line_size, object.address, object.size)
                                   : bytesOn(line, line_size, line.address + access.offset,
                                             std::max<std::uint64_t>(access.size, 1));
    // All objects of a frame live together, so they are one use.
    Use &use = uses[{blockOf(object), of_frame ? Bytes() : bytes}];
    if (std::find(use.bytes.begin(), use.bytes.end(), bytes) == use.bytes.end())
      use.bytes.push_back(bytes);
    use.of_block = of_block;
    use.of_frame = of_frame;
    use.contended += access.contended;
    use.samples += access.count;
    use.accesses.push_back(i);
  }
  std::vector<Use> sorted;
  for (auto &[key, use] : uses)
    sorted.push_back(std::move(use));
  std::stable_sort(sorted.begin(), sorted.end(), [](const Use &a, const Use &b) {
    return std::tuple(b.of_block, b.of_frame, b.contended, b.samples) <
           std::tuple(a.of_block, a.of_frame, a.contended, a.samples);
  });
  return sorted;
}

/// What has each byte of a line at one time.
enum class Holder : std::uint8_t { Nobody, OfFrame, OfBlock };
using Taken = std::vector<Holder>;

/// Whether at that time no block has any of the bytes, and for a frame no other frame. What is of
/// neither may be a part of the frame that has no name.
bool isFree(const Taken &taken, const Use &use) {
  return std::all_of(use.bytes.begin(), use.bytes.end(), [&](const Bytes &bytes) {
    return std::none_of(
        taken.begin() + static_cast<std::ptrdiff_t>(bytes.first),
        taken.begin() + static_cast<std::ptrdiff_t>(bytes.second), [&](Holder holder) {
          return holder == Holder::OfBlock || (holder == Holder::OfFrame && use.of_frame);
        });
  });
}

void take(Taken &taken, const Use &use) {
  for (const auto &[begin, end] : use.bytes)
    std::fill(taken.begin() + static_cast<std::ptrdiff_t>(begin),
              taken.begin() + static_cast<std::ptrdiff_t>(end),
              use.of_block ? Holder::OfBlock : Holder::OfFrame);
}

} // namespace

std::vector<Line> livesOf(const Profile &profile, const Line &line) {
  if (line.accesses.empty() || haveOneBlock(profile, line))
    return {};
  std::vector<Taken> times;
  std::vector<std::size_t> time_of(line.accesses.size(), kMostTimes);
  // Each use gets the first time that is free, blocks and frames before the rest.
  for (const Use &use : usesOf(profile, line)) {
    const auto free = std::find_if(times.begin(), times.end(),
                                   [&](const Taken &taken) { return isFree(taken, use); });
    const auto time = static_cast<std::size_t>(free - times.begin());
    if (time == kMostTimes)
      continue;
    if (free == times.end())
      times.emplace_back(profile.source.line_size);
    if (use.of_block || use.of_frame)
      take(times[time], use);
    for (const std::size_t number : use.accesses)
      time_of[number] = time;
  }
  std::vector<Line> lives;
  for (std::size_t time = 0; times.size() > 1 && time < times.size(); ++time) {
    Line &life = lives.emplace_back(line);
    life.accesses.clear();
    for (std::size_t i = 0; i < line.accesses.size(); ++i)
      if (time_of[i] == time)
        life.accesses.push_back(line.accesses[i]);
  }
  return lives;
}

} // namespace fsfind
