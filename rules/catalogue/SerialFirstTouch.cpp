#include "rules/catalogue/FirstTouch.h"
#include "rules/catalogue/Rules.h"
#include "rules/program/Names.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fsfind {

namespace {

/// Below this many bytes it matters little where a buffer lies: 16 pages of 4 KiB.
constexpr std::uint64_t kLeastBytes = 65536;

/// The policy of all memory that the process allocates from then on.
bool isPolicyOfProcess(const FactAllocation &allocation) {
  if (allocation.kind != AllocationKind::NodeBound)
    return false;
  for (const std::string_view name : {"set_mempolicy", "interleave_mask", "numa_set_membind"})
    if (allocation.how.find(name) != std::string::npos)
      return true;
  return false;
}

bool hasPolicy(const Facts &facts) {
  return std::any_of(facts.functions.begin(), facts.functions.end(), [](const auto &function) {
    return std::any_of(function.allocations.begin(), function.allocations.end(), isPolicyOfProcess);
  });
}

/// A start whose threads are certain to be several and to run the entry at once.
bool isPlainStart(std::string_view how) {
  for (const std::string_view word :
       {"omp", "pthread_create", "std::thread", "jthread", "std::async", "thrd_create", "parallel",
        "execution", "std::for_each", "std::transform"})
    if (how.find(word) != std::string_view::npos)
      return true;
  return false;
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
    const Order order = orderOf(*fill, use);
    if (order != Order::Before && laterThanParallel(*fill, story))
      return;
    out.push_back(finding(key, story, *fill, use, order));
  }

private:
  /// Provably smaller than counts, or one small element for each thread.
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
    return namesThreadCount(allocation.count) && size < 4096 &&
           (allocation.kind == AllocationKind::Container ||
            allocation.kind == AllocationKind::New ||
            allocation.count.find('*') == std::string::npos);
  }

  /// A construction comes before everything else of the object.
  [[nodiscard]] Order orderOf(const Fill &fill, const SharedUse &use) const {
    const Order order = order_.of(fill.at, use.at);
    if (order == Order::Unknown && fill.of_fresh)
      return Order::Before;
    return order;
  }

  /// The fill that no other comes before, of those that some shared use may follow.
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

  /// Threads write the elements first, or seem to.
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

  [[nodiscard]] bool knownLarge(const BufferKey &key, const BufferStory &story) const {
    return ownBytes(facts_, key) >= kLeastBytes ||
           std::any_of(story.allocations.begin(), story.allocations.end(),
                       [](const auto *one) { return one->bytes >= kLeastBytes; });
  }

  /// A buffer for each thread.
  [[nodiscard]] static bool areOwn(const Fill &fill, const SharedUse &use) {
    return use.spread == Spread::OwnBuffer || (fill.spawner && use.spread != Spread::Parts);
  }

  [[nodiscard]] bool startsPlainly(const SharedUse &use) const {
    const auto &starts = program_.roles().role(use.role).starts;
    return std::any_of(starts.begin(), starts.end(),
                       [](const StartSite &site) { return isPlainStart(site.start->how); });
  }

  /// Members that point to bytes or to anything: what they lead to differs from object to object.
  [[nodiscard]] bool holdsAnything(const BufferKey &key) const {
    if (!key.holder.record)
      return false;
    const FactRecord &record = facts_.record(*key.holder.record);
    const FactType &type = facts_.type(record.members[key.holder.member].type);
    return type.kind == TypeClass::Pointer && type.element && facts_.type(*type.element).size <= 1;
  }

  /// Both in one file, so that a reader sees the one from the other: names that meet by calls
  /// through many hands may mean several buffers.
  [[nodiscard]] static bool isInSight(const Fill &fill, const SharedUse &use) {
    return fill.at.place.file == use.at.place.file;
  }

  [[nodiscard]] Confidence confidence(const BufferKey &key, const BufferStory &story,
                                      const Fill &fill, const SharedUse &use, Order order) const {
    if (holdsAnything(key))
      return Confidence::Low;
    const bool large = knownLarge(key, story);
    if (use.spread == Spread::Scan && !areOwn(fill, use))
      return large && use.writes && order == Order::Before ? Confidence::Medium : Confidence::Low;
    const bool allocated = !story.allocations.empty() || large;
    if (!key.holder.known() && order != Order::Before)
      return Confidence::Low;
    const bool own = areOwn(fill, use);
    if (own && !large && !fill.spawner)
      return Confidence::Low;
    if (use.spread == Spread::Written && !own)
      return allocated && order == Order::Before && (large || key.holder.variable)
                 ? Confidence::Medium
                 : Confidence::Low;
    const bool certain = (key.holder.variable || large) && isInSight(fill, use) && allocated &&
                         order == Order::Before && startsPlainly(use) && (!own || large);
    return certain ? Confidence::High : Confidence::Medium;
  }

  [[nodiscard]] std::string usedBy(const SharedUse &use) const {
    const Role &role = program_.roles().role(use.role);
    const bool region =
        role.entry && facts_.function(*role.entry).kind == FunctionKind::ParallelRegion;
    const Place start =
        role.starts.empty() ? Place{} : facts_.place(role.starts.front().start->place);
    if (region && start.known())
      return fmt::format("all threads of the parallel region at line {}", start.line);
    return fmt::format("all threads that run {}", role.name);
  }

  [[nodiscard]] std::string message(const BufferKey &key, const Fill &fill,
                                    const SharedUse &use) const {
    const std::string name = nameOfBuffer(facts_, key);
    const std::string filled = fill.how.empty()
                                   ? "is filled by one thread here"
                                   : fmt::format("is filled by one thread here, by {}", fill.how);
    if (areOwn(fill, use))
      return fmt::format("'{}' {}, once for each thread, and then used by {}: all of them lie on "
                         "the NUMA node of the thread that fills",
                         name, filled, usedBy(use));
    return fmt::format("'{}' {} and then used by {}: its pages all lie on one NUMA node", name,
                       filled, usedBy(use));
  }

  [[nodiscard]] std::vector<RelatedPlace> related(const BufferStory &story, const Fill &fill,
                                                  const SharedUse &use) const {
    std::vector<RelatedPlace> places;
    for (const FactAllocation *allocation : story.allocations)
      if (allocation->place.line != fill.at.place.line ||
          allocation->place.file != fill.at.place.file)
        places.push_back({facts_.place(allocation->place),
                          fmt::format("allocated here by {}", allocation->how)});
    for (const Fill &other : story.fills)
      if (!(other.at.place == fill.at.place))
        places.push_back({facts_.place(other.at.place), "filled by one thread here too"});
    places.push_back({facts_.place(use.at.place), fmt::format("used here by {}", usedBy(use))});
    return places;
  }

  [[nodiscard]] Finding finding(const BufferKey &key, const BufferStory &story, const Fill &fill,
                                const SharedUse &use, Order order) const {
    Finding found;
    found.verdict = Verdict::Latent;
    found.confidence = confidence(key, story, fill, use, order);
    found.location = facts_.place(fill.at.place);
    found.related = related(story, fill, use);
    found.object.name = nameOfBuffer(facts_, key);
    found.object.kind =
        ownBytes(facts_, key) != 0 && key.holder.variable ? ObjectKind::Global : ObjectKind::Heap;
    found.object.declared = program_.placeOf(key.holder);
    found.object.size = ownBytes(facts_, key);
    if (key.holder.record)
      found.record = program_.recordInfo(*key.holder.record);
    FindingMember member;
    member.path = key.holder.record
                      ? facts_.record(*key.holder.record).members[key.holder.member].name
                      : found.object.name;
    member.declared = found.object.declared;
    const std::string &user = program_.roles().role(use.role).name;
    member.writers.push_back(facts_.function(fill.at.function).name);
    if (use.writes)
      member.writers.push_back(user);
    else
      member.readers.push_back(user);
    found.members.push_back(std::move(member));
    found.message = message(key, fill, use);
    return found;
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
  return found;
}

} // namespace fsfind
