#include "rules/placement/Traffic.h"

#include "rules/measured/numa/LineScale.h"
#include "rules/measured/usage/Identity.h"
#include "rules/measured/usage/Tally.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace fsfind {

namespace {

/// Numbers of processes are used again, and a recording may be of another machine: a thread has to
/// have a name that the process has, too.
bool isRecordingOf(const Profile &profile, const Placement &placement) {
  std::set<std::string> names = {placement.name};
  for (const PlacedThread &thread : placement.threads)
    names.insert(thread.name);
  return std::any_of(profile.threads.begin(), profile.threads.end(), [&](const Thread &thread) {
    return thread.pid == placement.pid && names.count(thread.comm) != 0;
  });
}

/// The code that stored first to most lines of an object.
class FirstStores {
public:
  void add(const Profile &profile, const Line &line) {
    if (line.first.kind != AccessKind::Store)
      return;
    for (const Access &access : line.accesses)
      if (access.kind == AccessKind::Store && access.cpu == line.first.cpu) {
        const Place place = authorPlace(&profile.site(access.site));
        if (place.known())
          ++lines_[{place.file, place.line, profile.thread(access.thread).comm}];
        return;
      }
  }

  void describe(ObjectTraffic &traffic) const {
    const auto most =
        std::max_element(lines_.begin(), lines_.end(),
                         [](const auto &a, const auto &b) { return a.second < b.second; });
    if (most == lines_.end())
      return;
    const auto &[file, line, thread] = most->first;
    traffic.filled.file = file;
    traffic.filled.line = line;
    traffic.filled_by = thread;
  }

private:
  std::map<std::tuple<std::string, std::uint32_t, std::string>, std::uint64_t> lines_;
};

struct Gathered {
  ObjectTraffic traffic;
  std::uint64_t lowest = UINT64_MAX; ///< address of a target
  std::set<std::uint32_t> threads;
  FirstStores stores;
};

class Gatherer {
public:
  Gatherer(const Profile &profile, const Placement &placement)
      : profile_(profile), placement_(placement), identities_(profile) {}

  RecordedTraffic gather() {
    traffic_.path = profile_.source.path;
    traffic_.same_process = isRecordingOf(profile_, placement_);
    for (const Line &line : profile_.lines)
      add(line);
    for (auto &[variable, gathered] : objects_)
      finish(gathered);
    std::stable_sort(traffic_.objects.begin(), traffic_.objects.end(),
                     [](const ObjectTraffic &a, const ObjectTraffic &b) {
                       return std::pair(a.remote, a.local) > std::pair(b.remote, b.local);
                     });
    return std::move(traffic_);
  }

private:
  void add(const Line &line) {
    const std::uint64_t scale = scaleOf(profile_, line);
    std::set<std::uint32_t> seen;
    for (const Access &access : line.accesses) {
      const Thread &thread = profile_.thread(access.thread);
      if (traffic_.same_process && thread.pid != placement_.pid)
        continue;
      const std::uint32_t variable = identities_.of(access.target).variable;
      Gathered &gathered = objects_[variable];
      if (variable != Identity::kNone)
        takeTarget(gathered, profile_.target(access.target));
      if (seen.insert(variable).second)
        gathered.stores.add(profile_, line);
      if (!loadsMemory(access))
        continue;
      gathered.traffic.local += access.local_dram * scale;
      gathered.traffic.remote += access.remote_dram * scale;
      gathered.threads.insert(thread.tid);
      if (access.cpu < profile_.topology.cpus.size())
        if (const std::uint32_t node = profile_.topology.cpus[access.cpu].node;
            node != CpuParts::kNone)
          gathered.traffic.loads_of[node] += (access.local_dram + access.remote_dram) * scale;
    }
  }

  static void takeTarget(Gathered &gathered, const Target &target) {
    if (target.object.address >= gathered.lowest)
      return;
    gathered.lowest = target.object.address;
    gathered.traffic.object = target.object;
    gathered.traffic.object.index.reset();
  }

  void finish(Gathered &gathered) {
    ObjectTraffic &traffic = gathered.traffic;
    traffic_.local += traffic.local;
    traffic_.remote += traffic.remote;
    if (traffic.local + traffic.remote == 0)
      return;
    traffic.threads = gathered.threads.size();
    gathered.stores.describe(traffic);
    traffic.here = find(traffic.object);
    traffic_.objects.push_back(std::move(traffic));
  }

  /// The same variable, or what the same variable points to.
  [[nodiscard]] static bool isNamed(const Object &object, const Object &here) {
    if (object.kind == ObjectKind::Global && here.kind == ObjectKind::Global)
      return object.name == here.name && !object.name.empty();
    return object.holder == here.holder && !object.holder.empty();
  }

  [[nodiscard]] std::optional<std::size_t> find(const Object &object) const {
    for (std::size_t i = 0; i < placement_.objects.size(); ++i) {
      const Object &here = placement_.objects[i].object;
      const bool inside =
          object.address == here.address || object.address - here.address < here.size;
      if (traffic_.same_process ? inside : isNamed(object, here))
        return i;
    }
    return std::nullopt;
  }

  const Profile &profile_;
  const Placement &placement_;
  Identities identities_;
  std::map<std::uint32_t, Gathered> objects_;
  RecordedTraffic traffic_;
};

} // namespace

std::vector<RecordedPages> recordedPages(const Profile &profile, const Placement &placement) {
  if (!isRecordingOf(profile, placement))
    return {};
  constexpr std::uint64_t kPage = 4096; // a larger page is asked for more than once
  Identities identities(profile);
  std::map<std::uint32_t, std::pair<Object, std::set<std::uint64_t>>> found;
  for (const Line &line : profile.lines)
    for (const Access &access : line.accesses) {
      const Target &target = profile.target(access.target);
      const std::uint32_t variable = identities.of(access.target).variable;
      if (!loadsMemory(access) || profile.thread(access.thread).pid != placement.pid ||
          variable == Identity::kNone || target.object.kind == ObjectKind::Global)
        continue;
      auto &[object, pages] = found[variable];
      if (pages.empty() || target.object.address < object.address)
        object = target.object;
      if (pages.size() < kMostRecordedPages)
        pages.insert(line.address / kPage * kPage);
    }
  std::vector<RecordedPages> recorded;
  for (auto &[variable, one] : found) {
    one.first.index.reset();
    one.first.size = one.second.size() * kPage;
    recorded.push_back({std::move(one.first), {one.second.begin(), one.second.end()}});
  }
  return recorded;
}

RecordedTraffic recordedTraffic(const Profile &profile, const Placement &placement) {
  return Gatherer(profile, placement).gather();
}

} // namespace fsfind
