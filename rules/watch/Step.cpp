#include "rules/watch/Step.h"

#include "rules/compare/ContendedData.h"
#include "rules/measured/findings/Judge.h"
#include "rules/measured/numa/NumaLoads.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>

namespace fsfind {

namespace {

std::uint64_t countOf(const Profile &profile, SampleClass sample_class) {
  return profile.classes[static_cast<std::size_t>(sample_class)];
}

std::uint64_t countOf(const Profile &profile, SampleClass first, SampleClass last) {
  return std::accumulate(profile.classes + static_cast<std::size_t>(first),
                         profile.classes + static_cast<std::size_t>(last) + 1, std::uint64_t{0});
}

void addContended(Step &step, ContendedKind kind, std::uint64_t samples) {
  step.contended[static_cast<std::size_t>(kind)] =
      static_cast<double>(samples) * step.loads_a_sample;
}

/// The time that the samples took; none if they have no times.
std::optional<double> secondsOf(const Source &source) {
  constexpr double kSecond = 1e9; // ns
  if (!source.first_time || !source.last_time || *source.last_time <= *source.first_time)
    return std::nullopt;
  return static_cast<double>(*source.last_time - *source.first_time) / kSecond;
}

std::vector<WatchedObject> objectsOf(const Profile &profile) {
  std::vector<WatchedObject> objects;
  std::unordered_map<std::string, std::size_t> places;
  for (const ContendedDatum &datum : contendedData(profile)) {
    const auto [place, added] = places.try_emplace(datum.object, objects.size());
    if (added)
      objects.push_back({datum.object, datum.record, 0, {}});
    WatchedObject &object = objects[place->second];
    object.samples += datum.loads;
    if (object.members.size() < kMostMembers)
      object.members.push_back({datum.member, datum.loads});
  }
  std::stable_sort(
      objects.begin(), objects.end(),
      [](const WatchedObject &a, const WatchedObject &b) { return a.samples > b.samples; });
  if (objects.size() > kMostObjects)
    objects.resize(kMostObjects);
  return objects;
}

PartOf partOf(std::optional<double> part, std::optional<double> whole) {
  return part && whole ? PartOf{*part, *whole} : PartOf{};
}

} // namespace

std::optional<double> sumOf(const ContendedLoads &contended) {
  std::optional<double> sum;
  for (const std::optional<double> &one : contended)
    if (one)
      sum = sum.value_or(0) + *one;
  return sum;
}

std::optional<double> PartOf::share() const {
  return whole > 0 ? std::optional(part / whole) : std::nullopt;
}

PartOf &PartOf::operator+=(const PartOf &other) {
  part += other.part;
  whole += other.whole;
  return *this;
}

PartOf Step::ofReferences() const {
  const std::optional<double> all = loads && stores ? std::optional(*loads + *stores) : loads;
  return partOf(sumOf(contended), all);
}

PartOf Step::ofLoads() const {
  return partOf(sumOf(contended), loads);
}

PartOf Step::remoteOfMissed() const {
  return partOf(remote, missed);
}

Step stepOf(const Profile &profile, bool tells_hitm) {
  Step step;
  step.seconds = secondsOf(profile.source);
  const std::uint64_t load_samples =
      countOf(profile, SampleClass::LoadL1, SampleClass::LoadUnknown);
  const std::uint64_t store_samples =
      countOf(profile, SampleClass::StoreL1Hit, SampleClass::StoreUnknown);
  if (load_samples != 0 && profile.estimated_loads != 0)
    step.loads_a_sample =
        static_cast<double>(profile.estimated_loads) / static_cast<double>(load_samples);
  step.loads = static_cast<double>(load_samples) * step.loads_a_sample;
  step.stores =
      static_cast<double>(profile.estimated_stores != 0 ? profile.estimated_stores : store_samples);
  if (defaultDisplayMode(profile.source) == DisplayMode::Peer) {
    addContended(step, ContendedKind::LocalPeer, countOf(profile, SampleClass::LoadLocalPeer));
    addContended(step, ContendedKind::RemotePeer, countOf(profile, SampleClass::LoadRemotePeer));
  } else if (tells_hitm) {
    addContended(step, ContendedKind::LocalHitm, countOf(profile, SampleClass::LoadLocalHitm));
    addContended(step, ContendedKind::RemoteHitm, countOf(profile, SampleClass::LoadRemoteHitm));
  }
  const NumaLoads numa = numaLoads(profile);
  step.missed = static_cast<double>(numa.l3Misses()) * step.loads_a_sample;
  step.remote = static_cast<double>(numa.remote_dram + numa.remote_cache) * step.loads_a_sample;
  step.samples = profile.samples;
  step.lost = profile.source.lost_samples;
  step.objects = objectsOf(profile);
  return step;
}

} // namespace fsfind
