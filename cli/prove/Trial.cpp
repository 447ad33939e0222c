#include "cli/prove/Trial.h"

#include "rules/compare/Rates.h"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <set>

namespace fsfind::prove {

namespace {

bool isAboutAny(const std::vector<Finding> &findings, const ContendedDatum &datum) {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding &finding) { return isAbout(finding, datum); });
}

/// What is looked at of a recording.
using Amount = std::function<std::uint64_t(const Recorded &)>;
/// A number of a datum.
using Part = std::uint64_t ContendedDatum::*;

template <typename Of> std::uint64_t sumOf(const Recorded &recorded, Part part, Of of) {
  std::uint64_t sum = 0;
  for (const ContendedDatum &datum : recorded.data)
    sum += of(datum) ? datum.*part : 0;
  return sum;
}

std::uint64_t allLoads(const Recorded &recorded) {
  return sumOf(recorded, &ContendedDatum::loads, [](const auto &) { return true; });
}

/// Of the data that any of the findings is about.
Amount ownOf(const std::vector<Finding> &findings, Part part) {
  return [findings, part](const Recorded &one) {
    return sumOf(one, part, [&](const auto &datum) { return isAboutAny(findings, datum); });
  };
}

std::vector<double> amountsOf(const Trial &trial, const Amount &amount) {
  std::vector<double> amounts;
  amounts.reserve(trial.recordings.size());
  for (const Recorded &one : trial.recordings)
    amounts.push_back(static_cast<double>(amount(one)));
  return amounts;
}

std::uint64_t medianOf(const Trial &trial, const Amount &amount) {
  return static_cast<std::uint64_t>(median(amountsOf(trial, amount)));
}

TimeChange changeOf(const Trial &before, const Trial &after, const Amount &amount) {
  // Ratios need more than 0.
  const auto more = [&](const Recorded &one) { return amount(one) + 1; };
  TimeChange change = compareTimes(amountsOf(before, more), amountsOf(after, more));
  change.before -= 1;
  change.after -= 1;
  return change;
}

bool rises(std::uint64_t before, std::uint64_t after) {
  const RateChange change = compareRates({before, 1}, {after, 1}, kConfidence);
  return after > before && change.significant;
}

} // namespace

std::uint64_t loadsOf(const Trial &trial) {
  return medianOf(trial, allLoads);
}

std::uint64_t unnamedLoadsOf(const Trial &trial) {
  return medianOf(trial, [](const Recorded &one) {
    return sumOf(one, &ContendedDatum::loads, [](const auto &datum) { return !hasName(datum); });
  });
}

std::uint64_t loadsOf(const Trial &trial, const Finding &finding) {
  return medianOf(trial, ownOf({finding}, &ContendedDatum::loads));
}

std::uint64_t costOf(const Trial &trial) {
  return medianOf(trial, [](const Recorded &one) { return one.cost; });
}

std::uint64_t costOf(const Trial &trial, const std::vector<Finding> &findings) {
  return medianOf(trial, ownOf(findings, &ContendedDatum::cost));
}

TimeChange changeOf(const Trial &before, const Trial &after) {
  return changeOf(before, after,
                  costOf(before) != 0 ? Amount([](const Recorded &one) { return one.cost; })
                                      : Amount(allLoads));
}

TimeChange changeOf(const Trial &before, const Trial &after, const std::vector<Finding> &findings) {
  return changeOf(
      before, after,
      ownOf(findings, costOf(before) != 0 ? &ContendedDatum::cost : &ContendedDatum::loads));
}

std::string problemOf(const Baseline &before, const Trial &after) {
  if (!after.trouble.empty())
    return after.trouble;
  if (after.exit_code != before.trial.exit_code)
    return fmt::format("the program ends with exit code {} instead of {}", after.exit_code,
                       before.trial.exit_code);
  if (before.steady && after.output != before.trial.output)
    return "the program's output changes";
  return {};
}

std::vector<Worsened> worsened(const Trial &before, const Trial &after,
                               const std::vector<Finding> &findings) {
  std::set<std::string> names;
  for (const Recorded &one : after.recordings)
    for (const ContendedDatum &datum : one.data)
      if (datum.loads != 0 && !isAboutAny(findings, datum))
        names.insert(nameOf(datum));
  std::vector<Worsened> worse;
  for (const std::string &name : names) {
    const Amount loads = [&](const Recorded &recorded) {
      return sumOf(recorded, &ContendedDatum::loads, [&](const auto &datum) {
        return nameOf(datum) == name && !isAboutAny(findings, datum);
      });
    };
    const Worsened one{name, medianOf(before, loads), medianOf(after, loads)};
    if (rises(one.before, one.after))
      worse.push_back(one);
  }
  std::stable_sort(worse.begin(), worse.end(), [](const Worsened &a, const Worsened &b) {
    return a.after - a.before > b.after - b.before;
  });
  return worse;
}

} // namespace fsfind::prove
