#include "rules/codec/CostReader.h"

#include <string>

namespace fsfind {

namespace {

void readEstimate(const FieldReader &reader, Estimate &estimate) {
  reader.share("value", estimate.value);
  reader.share("low", estimate.low);
  reader.share("high", estimate.high);
}

void readGain(const FieldReader &reader, ExpectedGain &gain) {
  readEstimate(reader, gain.share);
  reader.measure("contended_latency", gain.contended_latency);
  reader.measure("hit_latency", gain.hit_latency);
}

void readFalsePart(const FieldReader &reader, FalsePart &part) {
  reader.share("share", part.share);
  reader.flag("estimated", part.estimated);
}

void readTransferTime(const FieldReader &reader, TransferTime &time) {
  reader.measure("transfers", time.transfers);
  reader.measure("time_ns", time.ns);
  reader.measure("low_ns", time.low_ns);
  reader.measure("high_ns", time.high_ns);
  reader.share("priced_share", time.priced_share);
}

} // namespace

void readCost(const FieldReader &reader, FindingCost &cost) {
  reader.number("hitm", cost.hitm);
  reader.share("latency_share", cost.latency_share);
  reader.number("local", cost.local);
  reader.number("remote", cost.remote);
  reader.word("base", cost.base);
  reader.object("share", [&](const FieldReader &at) { readEstimate(at, cost.share.emplace()); });
  reader.object("gain", [&](const FieldReader &at) { readGain(at, cost.gain.emplace()); });
  reader.object("store_share",
                [&](const FieldReader &at) { readEstimate(at, cost.store_share.emplace()); });
  reader.share("spin_share", cost.spin_share);
  reader.object("false_part",
                [&](const FieldReader &at) { readFalsePart(at, cost.false_part.emplace()); });
  reader.object("transfer_time",
                [&](const FieldReader &at) { readTransferTime(at, cost.transfer_time.emplace()); });
  reader.object("clock_share",
                [&](const FieldReader &at) { readEstimate(at, cost.clock_share.emplace()); });
  reader.text("unknown", cost.unknown);
  reader.object("distances", [&](const FieldReader &at) {
    for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
      at.share(std::string(word(static_cast<CpuDistance>(i))).c_str(), cost.distances[i]);
  });
}

} // namespace fsfind
