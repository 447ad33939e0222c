#include "c2c-ingest/decode/CompatCounters.h"

namespace fsfind::decode {

namespace {

using D = DataSource;

void countRamOrigin(C2cCounters &c, std::uint64_t &ram, unsigned snoop) {
  ++ram;
  ++((snoop & D::kSnoopHit) ? c.ld_shared : c.ld_excl);
}

void countPeer(C2cCounters &c, std::uint64_t &peer) {
  ++peer;
  ++c.tot_peer;
}

void countLoadHit(C2cCounters &c, const D &source, bool remote) {
  const unsigned level = source.level(), snoop = source.snoop();
  const bool peer = (source.snoopX() & D::kSnoopPeer) != 0;
  c.ld_uncache += (level & D::kLevelUncached) != 0;
  c.ld_io += (level & D::kLevelIo) != 0;
  c.ld_fbhit += (level & D::kLevelFillBuffer) != 0;
  c.ld_l1hit += (level & D::kLevelL1) != 0;
  if (level & D::kLevelL2) {
    ++c.ld_l2hit;
    if (peer)
      countPeer(c, c.lcl_peer);
  }
  if (level & D::kLevelL3) {
    if (snoop & D::kSnoopHitm) {
      ++c.lcl_hitm;
      ++c.tot_hitm;
    } else {
      ++c.ld_llchit;
    }
    if (peer)
      countPeer(c, c.lcl_peer);
  }
  if (level & D::kLevelLocalRam)
    countRamOrigin(c, c.lcl_dram, snoop);
  if (remote || (level & (D::kLevelRemoteRam1 | D::kLevelRemoteRam2)))
    countRamOrigin(c, c.rmt_dram, snoop);
}

void countRemoteCache(C2cCounters &c, const D &source) {
  if (source.snoop() & D::kSnoopHit) {
    ++c.rmt_hit;
  } else if (source.snoop() & D::kSnoopHitm) {
    ++c.rmt_hitm;
    ++c.tot_hitm;
  } else if (source.snoopX() & D::kSnoopPeer) {
    ++c.rmt_hit;
    countPeer(c, c.rmt_peer);
  }
}

/// False if the sample has no data address: perf then counts nothing more.
bool countLoad(C2cCounters &c, const D &source, bool has_address) {
  ++c.load;
  if (!has_address) {
    ++c.ld_noadrs;
    return false;
  }
  const bool remote = source.remote() && source.hops() == 0;
  if (source.level() & D::kLevelHit)
    countLoadHit(c, source, remote);
  if (remote || (source.level() & (D::kLevelRemoteCache1 | D::kLevelRemoteCache2)))
    countRemoteCache(c, source);
  c.ld_miss += (source.level() & D::kLevelMiss) != 0;
  return true;
}

bool countStore(C2cCounters &c, const D &source, bool has_address) {
  ++c.store;
  if (!has_address) {
    ++c.st_noadrs;
    return false;
  }
  const unsigned level = source.level();
  if (level & D::kLevelHit) {
    c.st_uncache += (level & D::kLevelUncached) != 0;
    c.st_l1hit += (level & D::kLevelL1) != 0;
  }
  c.st_l1miss += (level & D::kLevelMiss) && (level & D::kLevelL1);
  c.st_na += (level & D::kLevelNa) != 0;
  return true;
}

} // namespace

C2cCounters countSample(DataSource source, SampleFacts facts) {
  C2cCounters c;
  c.nr_entries = 1;
  c.locks = (source.lock() & D::kLockLocked) != 0;
  c.blk_data = (source.blocked() & D::kBlockedData) != 0;
  c.blk_addr = (source.blocked() & D::kBlockedAddress) != 0;
  if (source.op() & D::kOpLoad) {
    if (!countLoad(c, source, facts.has_address))
      return c;
  } else if (source.op() & D::kOpStore) {
    if (!countStore(c, source, facts.has_address))
      return c;
  } else {
    c.noparse = 1;
    return c;
  }
  c.nomap = !(facts.data_mapped && facts.code_mapped);
  return c;
}

} // namespace fsfind::decode
