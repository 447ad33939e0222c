#include "rules/measured/numa/NumaLoads.h"

namespace fsfind {

double NumaLoads::remoteShare() const {
  return l3Misses() == 0 ? 0 : static_cast<double>(remote_dram) / static_cast<double>(l3Misses());
}

NumaLoads numaLoads(const Profile &profile) {
  const auto count = [&](SampleClass sample_class) {
    return profile.classes[static_cast<std::size_t>(sample_class)];
  };
  NumaLoads loads;
  loads.local_dram = count(SampleClass::LoadLocalDram);
  loads.remote_dram = count(SampleClass::LoadRemoteDram);
  loads.remote_cache = count(SampleClass::LoadRemoteCache) + count(SampleClass::LoadRemoteHitm) +
                       count(SampleClass::LoadRemotePeer);
  loads.blind = profile.topology.nodeCount() != 1 && loads.l3Misses() >= kMinL3Misses &&
                loads.remoteShare() > kNumaBlindShare;
  return loads;
}

} // namespace fsfind
