#include "tests/support/ProfileBuilder.h"

namespace fsfind::test {

namespace {

/// Cycles of a load that met a modified line, and of one that did not.
constexpr std::uint64_t kHitmLatency = 200, kPlainLatency = 10;

C2cCounters countersOf(const Line &line) {
  C2cCounters sum;
  for (const Access &access : line.accesses) {
    sum.nr_entries += access.count;
    sum.lcl_hitm += access.lcl_hitm;
    sum.rmt_hitm += access.rmt_hitm;
    sum.tot_hitm += access.lcl_hitm + access.rmt_hitm;
    sum.lcl_peer += access.lcl_peer;
    sum.rmt_peer += access.rmt_peer;
    sum.tot_peer += access.lcl_peer + access.rmt_peer;
    if (access.kind == AccessKind::Store) {
      sum.store += access.count;
      sum.st_l1miss += access.l1_miss;
      sum.st_l1hit += access.count - access.l1_miss;
    } else {
      sum.load += access.count;
      sum.ld_l1hit += access.count - access.contended;
    }
  }
  return sum;
}

} // namespace

ProfileBuilder::ProfileBuilder(std::uint32_t line_size) {
  profile_.source.path = "perf.data";
  profile_.source.line_size = line_size;
  profile_.targets.emplace_back();
  Site site;
  site.ip = 0x401136;
  site.module = "/opt/app/worker";
  site.module_address = 0x1136;
  site.symbol = "work";
  site.frames.push_back({"work", {"/src/worker.cpp", 11, 5}});
  profile_.sites.push_back(site);
}

ProfileBuilder &ProfileBuilder::inFunction(const std::string &name) {
  Site site = profile_.sites.front();
  site.symbol = site.frames.front().function = name;
  last().site = SiteIndex(static_cast<std::uint32_t>(profile_.sites.size()));
  profile_.sites.push_back(std::move(site));
  return *this;
}

TargetIndex ProfileBuilder::global(const std::string &name, const std::string &type,
                                   std::uint64_t address, std::uint64_t size,
                                   std::optional<std::uint64_t> index) {
  Target target;
  target.object = {ObjectKind::Global, name, type, index, address, size, {"/src/worker.cpp", 3, 7}};
  target.evidence = Evidence::StaticData;
  profile_.targets.push_back(target);
  return TargetIndex(profile_.targets.size() - 1);
}

TargetIndex ProfileBuilder::member(TargetIndex of, const std::string &path, std::uint64_t offset,
                                   std::uint64_t size) {
  Target target = profile_.target(of);
  target.member = path;
  target.member_offset = offset;
  target.member_size = size;
  target.member_declared = {"/src/worker.h", static_cast<std::uint32_t>(20 + offset / 8), 8};
  target.record = RecordInfo{target.object.type, {"/src/worker.h", 19, 8}, target.object.size, 0};
  profile_.targets.push_back(target);
  return TargetIndex(profile_.targets.size() - 1);
}

ProfileBuilder &ProfileBuilder::line(std::uint64_t address) {
  profile_.lines.emplace_back();
  profile_.lines.back().address = address;
  profile_.lines.back().pid = 100;
  profile_.lines.back().mapping = "/opt/app/worker";
  return *this;
}

ProfileBuilder &ProfileBuilder::load(std::uint32_t tid, TargetIndex target, std::uint64_t count,
                                     std::uint64_t hitm) {
  loadAt(tid, offsetOf(target), count, hitm);
  last().target = target;
  return *this;
}

ProfileBuilder &ProfileBuilder::store(std::uint32_t tid, TargetIndex target, std::uint64_t count) {
  storeAt(tid, offsetOf(target), count);
  last().target = target;
  return *this;
}

ProfileBuilder &ProfileBuilder::loadAt(std::uint32_t tid, std::uint32_t offset, std::uint64_t count,
                                       std::uint64_t hitm, std::uint8_t size) {
  Access access;
  access.offset = offset;
  access.size = size;
  access.count = count;
  access.lcl_hitm = access.contended = hitm;
  access.hitm_latency = access.contended_cost = hitm * kHitmLatency;
  access.contended_squares = static_cast<double>(hitm * kHitmLatency * kHitmLatency);
  access.latency = access.cost = access.hitm_latency + (count - hitm) * kPlainLatency;
  add(tid, access);
  return *this;
}

ProfileBuilder &ProfileBuilder::storeAt(std::uint32_t tid, std::uint32_t offset,
                                        std::uint64_t count, std::uint8_t size) {
  Access access;
  access.offset = offset;
  access.size = size;
  access.kind = AccessKind::Store;
  access.count = count;
  add(tid, access);
  return *this;
}

void ProfileBuilder::add(std::uint32_t tid, Access access) {
  access.thread = thread(tid);
  access.cpu = tid % 8;
  profile_.lines.back().accesses.push_back(access);
}

ThreadIndex ProfileBuilder::thread(std::uint32_t tid) {
  const auto [found, added] = threads_.try_emplace(tid, profile_.threads.size());
  if (added)
    profile_.threads.push_back({100, tid, "worker"});
  return found->second;
}

std::uint32_t ProfileBuilder::offsetOf(TargetIndex target) const {
  const Target &what = profile_.target(target);
  return static_cast<std::uint32_t>(what.object.address + what.member_offset -
                                    profile_.lines.back().address);
}

Profile ProfileBuilder::build() {
  for (Line &line : profile_.lines) {
    line.counters = countersOf(line);
    line.samples = line.counters.nr_entries;
    profile_.totals += line.counters;
    profile_.samples += line.samples;
    for (const Access &access : line.accesses)
      profile_.cost += access.cost;
    if (!line.counters.isShared())
      continue;
    profile_.shared += line.counters;
    ++profile_.shared_line_count;
  }
  profile_.line_count = profile_.lines.size();
  profile_.estimated_loads = profile_.totals.load;
  profile_.estimated_stores = profile_.totals.store;
  return profile_;
}

} // namespace fsfind::test
