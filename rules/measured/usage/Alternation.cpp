#include "rules/measured/usage/Alternation.h"

#include "rules/measured/usage/Significance.h"

#include <map>

namespace fsfind {

namespace {

/// A line that changed hands as often was fought for, however few of its loads were sampled. One
/// that is filled, passed on, freed and used again changes hands a few times.
constexpr std::uint64_t kFoughtTransfers = 16;
/// Strays: a few lines that went back and forth do not speak for a finding of many.
constexpr std::uint64_t kLeastRepeatedPart = 10;

/// Accesses that one sample stands for; 0 = not known.
double period(std::uint64_t estimated, std::uint64_t samples) {
  return samples == 0 ? 0 : static_cast<double>(estimated) / static_cast<double>(samples);
}

std::map<ThreadIndex, std::uint64_t> contendedByThread(const Line &line) {
  std::map<ThreadIndex, std::uint64_t> by_thread;
  for (const Access &access : line.accesses)
    if (access.contended != 0)
      by_thread[access.thread] += access.contended;
  return by_thread;
}

std::uint64_t storesTo(const Line &line) {
  std::uint64_t stores = 0;
  for (const Access &access : line.accesses)
    if (access.kind == AccessKind::Store)
      stores += access.count;
  return stores;
}

} // namespace

bool wasHandedOver(const Line &line) {
  return line.transfers && *line.transfers < kMinTransfers;
}

void AlternationEvidence::addLine(const Profile &profile, const Line &line) {
  const auto by_thread = contendedByThread(line);
  std::uint64_t contended = 0;
  for (const auto &[thread, samples] : by_thread) {
    contended += samples;
    repeated_ += samples - 1;
  }
  contended_ += contended;
  if (line.transfers)
    (wasHandedOver(line) ? handed_over_ : transferred_) += contended;
  if (line.transfers && !wasHandedOver(line) && *line.transfers < kFoughtTransfers)
    seldom_transferred_ += contended;
  if (contended != 0)
    addTimes(profile, line, contended, by_thread.size());
}

/// Lines without a sampled store tell nothing: some instructions that write are never sampled as
/// stores. Of a line that went back and forth, each write was followed by at most one contended
/// load of each reader. Half of the writes came after the first contended load that happened to be
/// sampled.
void AlternationEvidence::addTimes(const Profile &profile, const Line &line,
                                   std::uint64_t contended, std::uint64_t readers) {
  const double load = period(profile.estimated_loads, profile.totals.load);
  const double store = period(profile.estimated_stores, profile.totals.store);
  const std::uint64_t stores = storesTo(line);
  if (line.times.first_contended == UINT64_MAX || store == 0 || stores == 0)
    return;
  if (line.times.last_store > line.times.first_contended)
    later_stores_ += stores;
  expected_later_ +=
      static_cast<double>(contended) * load / (2 * static_cast<double>(readers) * store);
}

std::optional<Alternation> AlternationEvidence::verdict() const {
  if (contended_ == 0)
    return std::nullopt;
  const bool repeated = repeated_ != 0 && repeated_ * kLeastRepeatedPart >= contended_;
  if (handed_over_ > transferred_)
    return Alternation::HandedOver;
  if (transferred_ != 0)
    return repeated || 2 * seldom_transferred_ <= transferred_ ? Alternation::Shown
                                                               : Alternation::NotShown;
  if (later_stores_ == 0 && expected_later_ >= kBelievableAbsence)
    return Alternation::HandedOver;
  return repeated ? Alternation::Shown : Alternation::NotShown;
}

} // namespace fsfind
