#include "rules/measured/usage/Tally.h"

#include "rules/measured/usage/Significance.h"
#include "rules/measured/usage/Wording.h"
#include "rules/model/AuthorFrame.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace fsfind {

namespace {

std::string_view folderOf(std::string_view file) {
  return file.substr(0, file.rfind('/') + 1);
}

} // namespace

void Tally::addLine(const Profile &profile, const Line &line,
                    std::span<const Access *const> accesses, double evident_part) {
  contention.addLine(profile.topology, accesses, metPart(profile, line));
  const std::uint64_t before = contended;
  for (const Access *access : accesses) {
    contended += access->contended;
    cost += access->cost;
    if (access->kind != AccessKind::Store)
      continue;
    stores += access->count;
    evident_stores += evident_part * static_cast<double>(access->count);
  }
  hottest = std::max(hottest, contended - before);
}

FindingCost Tally::findingCost(const Profile &profile) const {
  FindingCost result = contention.cost(profile);
  result.hitm = contended;
  result.latency_share = latencyShare(profile);
  return result;
}

double Tally::latencyShare(const Profile &profile) const {
  if (profile.cost == 0)
    return 0;
  return std::min(1.0, static_cast<double>(cost) / static_cast<double>(profile.cost));
}

/// "1 writer thread, 1 rare writer thread, 6 other reader threads": each thread once.
std::string Tally::threadsText() const {
  if (writers.empty() && rare_writers.empty())
    return counted(threads.size(), "thread") + " and no store sampled";
  std::set<std::uint32_t> readers = threads, rare = rare_writers;
  for (const std::uint32_t writer : writers) {
    readers.erase(writer);
    rare.erase(writer);
  }
  for (const std::uint32_t writer : rare)
    readers.erase(writer);
  std::vector<std::string> parts;
  const auto add = [&](std::size_t count, std::string_view noun) {
    if (count != 0)
      parts.push_back(counted(count, noun));
  };
  add(writers.size(), "writer thread");
  add(rare.size(), "rare writer thread");
  add(readers.size(), writers.empty() ? "reader thread" : "other reader thread");
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// ` (10.1% to 14.2%)`: of a clock, whose samples may be few.
std::string Tally::clockRange(const Profile &profile) const {
  const auto share = profile.source.by_clock ? contention.cost(profile).share : std::nullopt;
  return share ? fmt::format(" ({} to {})", percentage(share->low), percentage(share->high)) : "";
}

std::string Tally::text(const Profile &profile) const {
  std::string text = threadsText();
  if (store_evidence_only)
    text += fmt::format(", {} and no HITM", counted(stores, "store"));
  else if (profile.totals.tot_hitm == 0 && profile.totals.tot_peer != 0)
    text += ", " + counted(contended, "peer load");
  else
    text += fmt::format(", {} {}", grouped(contended), contendedWord(profile.source, false));
  if (cost != 0 && profile.cost != 0)
    text += fmt::format(", {}{} of {}", percentage(latencyShare(profile)), clockRange(profile),
                        latencyWord(profile.source));
  return text;
}

void SiteUses::add(const Access &access) {
  Use &use = uses_[access.site];
  use.contended += access.contended;
  if (access.kind == AccessKind::Store)
    use.stores += access.count;
}

const Site *SiteUses::mostStores(const Profile &profile) const {
  return most(profile, &Use::stores);
}

const Site *SiteUses::mostContended(const Profile &profile) const {
  return most(profile, &Use::contended);
}

const Site *SiteUses::most(const Profile &profile, std::uint64_t Use::*measure) const {
  const Site *best = nullptr;
  std::uint64_t most = 0;
  for (const auto &[index, use] : uses_) {
    const Site &site = profile.site(index);
    const bool first = use.*measure == most && best != nullptr && site.ip < best->ip;
    if (use.*measure > most || (most != 0 && first)) {
      best = &site;
      most = use.*measure;
    }
  }
  return best;
}

std::string SiteUses::module(const Profile &profile, const Place &data) const {
  std::set<std::string> modules;
  bool near = !data.known();
  for (const auto &[index, use] : uses_) {
    const Site &site = profile.site(index);
    modules.insert(site.module);
    near = near || std::any_of(site.frames.begin(), site.frames.end(), [&](const Frame &frame) {
             return folderOf(frame.place.file) == folderOf(data.file);
           });
  }
  return near && modules.size() == 1 ? *modules.begin() : "";
}

Place authorPlace(const Site *site) {
  const Frame *frame = site ? authorFrame(*site) : nullptr;
  return frame ? frame->place : Place{};
}

} // namespace fsfind
