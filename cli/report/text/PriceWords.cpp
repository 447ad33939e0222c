#include "cli/report/text/PriceWords.h"

#include "cli/report/text/TextWords.h"
#include "cli/terminal/Text.h"

#include <fmt/format.h>

#include <vector>

namespace fsfind::report {

std::string pricesText(const MachinePrices &prices) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < kCpuDistanceCount; ++i)
    if (const auto &price = prices.transfer[i])
      parts.push_back(
          fmt::format("{:.1f} ns {}", price->median, distanceWords(static_cast<CpuDistance>(i))));
  return fmt::format("transfers as measured on {} ({}): {}",
                     prices.cpu_model.empty() ? "an unknown processor" : prices.cpu_model,
                     prices.path, cli::joined(parts));
}

std::string transferTimeText(const TransferTime &time) {
  std::string text = fmt::format(
      "about {} of all CPUs ({} to {}) for {} contended loads, by measured prices",
      nanosecondsText(time.ns), nanosecondsText(time.low_ns), nanosecondsText(time.high_ns),
      cli::grouped(static_cast<std::uint64_t>(time.transfers)));
  constexpr double kAll = 0.995;
  if (time.priced_share < kAll)
    text += fmt::format("; only {} of them have a price by their distance",
                        cli::percentage(time.priced_share));
  return text;
}

} // namespace fsfind::report
