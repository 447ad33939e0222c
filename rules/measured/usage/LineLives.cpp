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

/// A block of the heap, or, with 0 bytes, memory that no block has.
auto blockOf(const Object &object) {
  const auto &[function, place] = object.allocated;
  const bool known = object.block_size != 0;
  return std::tuple(object.block_address, object.block_size, known ? place.file : std::string(),
                    known ? place.line : 0, known ? function : std::string());
}
using Block = decltype(blockOf(Object()));

/// The accesses to one block, or those to the same bytes that no block has.
struct Use {
  bool of_block = false;
  std::uint64_t begin = 0, end = 0; ///< bytes of the line
  std::uint64_t contended = 0, samples = 0;
  std::vector<std::size_t> accesses; ///< of the line
};

bool haveOneBlock(const Profile &profile, const Line &line) {
  const Object &first = profile.target(line.accesses.front().target).object;
  return std::all_of(line.accesses.begin() + 1, line.accesses.end(), [&](const Access &access) {
    const Object &object = profile.target(access.target).object;
    return object.block_size == first.block_size &&
           (first.block_size == 0 || blockOf(object) == blockOf(first));
  });
}

/// The bytes of the line that lie in [first, first + size).
std::pair<std::uint64_t, std::uint64_t> bytesOn(const Line &line, std::uint32_t line_size,
                                                std::uint64_t first, std::uint64_t size) {
  const std::uint64_t before = line.address > first ? line.address - first : 0;
  const std::uint64_t begin = first > line.address ? first - line.address : 0;
  const std::uint64_t left = size > before ? size - before : 0;
  return {std::min<std::uint64_t>(begin, line_size),
          begin >= line_size ? line_size : begin + std::min(left, line_size - begin)};
}

std::vector<Use> usesOf(const Profile &profile, const Line &line) {
  const std::uint32_t line_size = profile.source.line_size;
  std::map<std::tuple<Block, std::uint64_t, std::uint64_t>, Use> uses;
  for (std::size_t i = 0; i < line.accesses.size(); ++i) {
    const Access &access = line.accesses[i];
    const Object &object = profile.target(access.target).object;
    const bool of_block = object.block_size != 0;
    const auto [begin, end] =
        of_block ? bytesOn(line, line_size, object.block_address, object.block_size)
                 : bytesOn(line, line_size, line.address + access.offset,
                           std::max<std::uint64_t>(access.size, 1));
    Use &use = uses[{blockOf(object), begin, end}];
    use.of_block = of_block;
    use.begin = begin;
    use.end = end;
    use.contended += access.contended;
    use.samples += access.count;
    use.accesses.push_back(i);
  }
  std::vector<Use> sorted;
  for (auto &[key, use] : uses)
    sorted.push_back(std::move(use));
  std::stable_sort(sorted.begin(), sorted.end(), [](const Use &a, const Use &b) {
    return std::tuple(b.of_block, b.contended, b.samples) <
           std::tuple(a.of_block, a.contended, a.samples);
  });
  return sorted;
}

/// Which bytes of a line blocks have at one time.
using Taken = std::vector<bool>;

} // namespace

std::vector<Line> livesOf(const Profile &profile, const Line &line) {
  if (line.accesses.empty() || haveOneBlock(profile, line))
    return {};
  std::vector<Taken> times;
  std::vector<std::size_t> time_of(line.accesses.size(), kMostTimes);
  // Each use gets the first time in which no block has any of its bytes, blocks before the rest.
  for (const Use &use : usesOf(profile, line)) {
    const auto begin = static_cast<std::ptrdiff_t>(use.begin);
    const auto end = static_cast<std::ptrdiff_t>(use.end);
    const auto free = std::find_if(times.begin(), times.end(), [&](const Taken &taken) {
      return std::find(taken.begin() + begin, taken.begin() + end, true) == taken.begin() + end;
    });
    const auto time = static_cast<std::size_t>(free - times.begin());
    if (time == kMostTimes)
      continue;
    if (free == times.end())
      times.emplace_back(profile.source.line_size);
    if (use.of_block)
      std::fill(times[time].begin() + begin, times[time].begin() + end, true);
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
