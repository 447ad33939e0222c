#pragma once

#include "rules/model/CheckOptions.h"
#include "rules/model/Facts.h"
#include "rules/model/Finding.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Every rule that judges facts. Rules are pure functions: the same facts and options give the same
/// findings in the same order.
namespace fsfind {

class Program;

struct RuleInfo {
  std::string_view id;      ///< `fsfind-…`, stable
  std::string_view summary; ///< one clause, no full stop
  /// Findings of any confidence, in any order, with neither rank nor rule id filled in.
  std::vector<Finding> (*check)(const Program &program);
};

/// All rules, in the order of their ids.
[[nodiscard]] std::span<const RuleInfo> catalogue();

/// Findings of the chosen rules, each once, ranked: the most certain first, then by place.
/// `options` are those that the program was made with. `unsure` gets the number of suspects that
/// they leave out.
[[nodiscard]] std::vector<Finding> checkProgram(const Program &program, const CheckOptions &options,
                                                std::size_t *unsure = nullptr);
/// The same for facts of which nothing else is asked.
[[nodiscard]] std::vector<Finding> checkFacts(const Facts &facts, const CheckOptions &options);
/// The same for facts that lack Facts::slots, for which most findings give no reason: `complete`
/// adds them to `facts`, in which all else keeps its place, before advice asks for them.
[[nodiscard]] std::vector<Finding> checkFacts(const Facts &facts, const CheckOptions &options,
                                              const std::function<void()> &complete);

} // namespace fsfind
