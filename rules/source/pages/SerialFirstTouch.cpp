#include "rules/model/NameHints.h"
#include "rules/source/Rules.h"
#include "rules/source/pages/FirstTouchReport.h"

#include <algorithm>

namespace fsfind {

namespace {

/// Below this many bytes it matters little where a buffer lies: 16 pages of 4 KiB.
constexpr std::uint64_t kLeastBytes = 65536;

bool hasPolicy(const Facts &facts) {
  return std::any_of(facts.functions.begin(), facts.functions.end(), [](const auto &function) {
    return std::any_of(function.allocations.begin(), function.allocations.end(),
                       [](const FactAllocation &one) { return one.for_process; });
  });
}

class Judge {
public:
  explicit Judge(const Program &program)
      : program_(program), facts_(program.facts()), order_(facts_, program.roles()) {}

  void judge(const BufferKey &key, const BufferStory &story, std::vector<Finding> &out) const {
    if (story.placed || isSmall(key, story))
      return;
    const Fill *fill = firstFill(story);
    if (!fill)
      return;
    const SharedUse &use = bestUse(story);
    if (orderOf(*fill, use) != Order::Before && laterThanParallel(*fill, story))
      return;
    out.push_back(firstTouchFinding(program_, {key, story, *fill, use}));
  }

private:
  /// Known to be smaller than kLeastBytes, or one small element for each thread.
  [[nodiscard]] bool isSmall(const BufferKey &key, const BufferStory &story) const {
    if (story.of_threads && std::none_of(story.uses.begin(), story.uses.end(), [](const auto &use) {
          return use.spread == Spread::Parts;
        }))
      return true;
    if (const std::uint64_t own = ownBytes(facts_, key); own != 0)
      return own < kLeastBytes;
    const auto small = [&](const FactAllocation *allocation) {
      return (allocation->bytes != 0 && allocation->bytes < kLeastBytes) || perThread(*allocation);
    };
    return !story.allocations.empty() &&
           std::all_of(story.allocations.begin(), story.allocations.end(), small);
  }

  [[nodiscard]] bool perThread(const FactAllocation &allocation) const {
    if (allocation.element && facts_.type(*allocation.element).kind == TypeClass::Thread)
      return true;
    const std::uint64_t size = allocation.element ? facts_.type(*allocation.element).size : 1;
    const bool one = allocation.terms == 1;
    if (namesPeers(facts_.words, allocation.count) && one)
      return size < 4096;
    return namesThreadCount(facts_.words, allocation.count) && size < 4096 &&
           (allocation.kind == AllocationKind::Container ||
            allocation.kind == AllocationKind::New || one);
  }

  /// Where the order is not known, the construction of an object comes before its other uses.
  [[nodiscard]] Order orderOf(const Fill &fill, const SharedUse &use) const {
    const Order order = order_.of(fill.at, use.at);
    if (order == Order::Unknown && fill.of_fresh)
      return Order::Before;
    return order;
  }

  /// The earliest fill, of those that are not small and that some shared use may follow; null if
  /// there is none.
  [[nodiscard]] const Fill *firstFill(const BufferStory &story) const {
    const Fill *first = nullptr;
    for (const Fill &fill : story.fills) {
      if (fill.bytes != 0 && fill.bytes < kLeastBytes)
        continue;
      if (std::all_of(story.uses.begin(), story.uses.end(),
                      [&](const SharedUse &use) { return orderOf(fill, use) == Order::After; }))
        continue;
      if (!first || isEarlier(fill, *first))
        first = &fill;
    }
    return first;
  }

  [[nodiscard]] bool isEarlier(const Fill &a, const Fill &b) const {
    const Order order = order_.of(a.at, b.at);
    if (order != Order::Unknown)
      return order == Order::Before;
    return a.of_fresh && !b.of_fresh;
  }

  /// Several threads write the elements before `fill`, or seem to.
  [[nodiscard]] bool laterThanParallel(const Fill &fill, const BufferStory &story) const {
    return std::any_of(story.uses.begin(), story.uses.end(), [&](const SharedUse &use) {
      if (!use.writes || use.spread == Spread::Scan)
        return false;
      const Order order = orderOf(fill, use);
      return order == Order::After || (order == Order::Unknown && use.initialises);
    });
  }

  [[nodiscard]] static const SharedUse &bestUse(const BufferStory &story) {
    return *std::max_element(story.uses.begin(), story.uses.end(),
                             [](const SharedUse &a, const SharedUse &b) {
                               return std::pair(a.spread, a.writes) < std::pair(b.spread, b.writes);
                             });
  }

  const Program &program_;
  const Facts &facts_;
  CallOrder order_;
};

} // namespace

std::vector<Finding> checkSerialFirstTouch(const Program &program) {
  std::vector<Finding> found;
  if (hasPolicy(program.facts()))
    return found;
  const Judge judge(program);
  for (const auto &[key, story] : bufferStories(program))
    judge.judge(key, story, found);
  return joinedByPlace(std::move(found));
}

} // namespace fsfind
