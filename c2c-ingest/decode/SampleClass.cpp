#include "c2c-ingest/decode/SampleClass.h"

namespace fsfind::decode {

namespace {

using D = DataSource;

constexpr unsigned kRemoteCaches = D::kLevelRemoteCache1 | D::kLevelRemoteCache2;
constexpr unsigned kRemoteRams = D::kLevelRemoteRam1 | D::kLevelRemoteRam2;

bool isRemote(const D &source) {
  if (source.level() & D::kLevelL3)
    return false; // AMD before Zen 4 sets L3 and a remote cache bit together
  if ((source.level() & D::kLevelL2) && source.hops() == D::kHopsNode)
    return false; // POWER10: the L2 of another core of the chip
  return source.remote() || (source.level() & (kRemoteCaches | kRemoteRams));
}

/// True, with the class in `result`, if another core's cache answered: with modified data, or as a
/// peer.
bool classifySnoop(const D &source, SampleClass &result) {
  const bool remote = isRemote(source);
  if (source.snoop() & D::kSnoopHitm) {
    result = remote ? SampleClass::LoadRemoteHitm : SampleClass::LoadLocalHitm;
    return true;
  }
  if (source.snoopX() & D::kSnoopPeer) {
    result = remote ? SampleClass::LoadRemotePeer : SampleClass::LoadLocalPeer;
    return true;
  }
  return false;
}

SampleClass classifyLevelBits(unsigned level) {
  if (level & (D::kLevelUncached | D::kLevelIo))
    return SampleClass::LoadUncached;
  if (level & kRemoteRams)
    return SampleClass::LoadRemoteDram;
  if (level & D::kLevelLocalRam)
    return SampleClass::LoadLocalDram;
  if (level & D::kLevelL3)
    return SampleClass::LoadL3;
  if (level & kRemoteCaches)
    return SampleClass::LoadRemoteCache;
  if (level & D::kLevelL2)
    return SampleClass::LoadL2;
  if (level & D::kLevelFillBuffer)
    return SampleClass::LoadFillBuffer;
  if (level & D::kLevelL1)
    return SampleClass::LoadL1;
  return SampleClass::LoadUnknown;
}

SampleClass classifyLevelNumber(const D &source) {
  switch (source.levelNumber()) {
  case D::kNumberL1:
  case D::kNumberL0:
    return SampleClass::LoadL1;
  case D::kNumberL2:
  case D::kNumberL2Mhb:
    return SampleClass::LoadL2;
  case D::kNumberL3:
  case D::kNumberL4:
  case D::kNumberAnyCache:
    return source.remote() ? SampleClass::LoadRemoteCache : SampleClass::LoadL3;
  case D::kNumberFillBuffer:
    return SampleClass::LoadFillBuffer;
  case D::kNumberRam:
    return source.remote() ? SampleClass::LoadRemoteDram : SampleClass::LoadLocalDram;
  case D::kNumberPersistent:
  case D::kNumberCxl:
  case D::kNumberMemorySideCache:
    return SampleClass::LoadOtherMemory;
  case D::kNumberUncached:
  case D::kNumberIo:
    return SampleClass::LoadUncached;
  default:
    return SampleClass::LoadUnknown;
  }
}

SampleClass classifyLoad(const D &source) {
  SampleClass result = SampleClass::LoadUnknown;
  if (classifySnoop(source, result))
    return result;
  // A miss names the level that was looked in, not the one that answered.
  if (!(source.level() & D::kLevelHit) && (source.level() & D::kLevelMiss))
    return SampleClass::LoadUnknown;
  result = classifyLevelBits(source.level());
  return result == SampleClass::LoadUnknown ? classifyLevelNumber(source) : result;
}

SampleClass classifyStore(unsigned level) {
  if (!(level & D::kLevelL1))
    return SampleClass::StoreUnknown;
  return (level & D::kLevelMiss) ? SampleClass::StoreL1Miss : SampleClass::StoreL1Hit;
}

} // namespace

SampleClass classifySample(DataSource source) {
  if (source.op() & D::kOpLoad)
    return classifyLoad(source);
  if (source.op() & D::kOpStore)
    return classifyStore(source.level());
  return SampleClass::OtherOperation;
}

} // namespace fsfind::decode
