#include "cli/prove/Trial.h"

#include "rules/compare/Rates.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>

namespace fsfind::prove {

namespace {

bool isAboutAny(const std::vector<Finding> &findings, const ContendedDatum &datum) {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding &finding) { return isAbout(finding, datum); });
}

bool rises(std::uint64_t before, std::uint64_t after) {
  const RateChange change = compareRates({before, 1}, {after, 1}, kConfidence);
  return after > before && change.significant;
}

} // namespace

std::uint64_t loadsOf(const Trial &trial) {
  std::uint64_t sum = 0;
  for (const ContendedDatum &datum : trial.data)
    sum += datum.loads;
  return sum;
}

std::uint64_t unnamedLoadsOf(const Trial &trial) {
  std::uint64_t sum = 0;
  for (const ContendedDatum &datum : trial.data)
    sum += hasName(datum) ? 0 : datum.loads;
  return sum;
}

std::uint64_t loadsOf(const Trial &trial, const Finding &finding) {
  return loadsOf(trial, std::vector<Finding>{finding});
}

std::uint64_t loadsOf(const Trial &trial, const std::vector<Finding> &findings) {
  std::uint64_t sum = 0;
  for (const ContendedDatum &datum : trial.data)
    if (isAboutAny(findings, datum))
      sum += datum.loads;
  return sum;
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
  std::map<std::string, Worsened> data;
  const auto at = [&](const ContendedDatum &datum) -> Worsened & {
    Worsened &one = data[nameOf(datum)];
    one.name = nameOf(datum);
    return one;
  };
  for (const ContendedDatum &datum : before.data)
    if (!isAboutAny(findings, datum))
      at(datum).before += datum.loads;
  for (const ContendedDatum &datum : after.data)
    if (!isAboutAny(findings, datum))
      at(datum).after += datum.loads;
  std::vector<Worsened> worse;
  for (const auto &[name, one] : data)
    if (rises(one.before, one.after))
      worse.push_back(one);
  std::stable_sort(worse.begin(), worse.end(), [](const Worsened &a, const Worsened &b) {
    return a.after - a.before > b.after - b.before;
  });
  return worse;
}

} // namespace fsfind::prove
