#pragma once

#include "rules/model/Facts.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

/// How often threads run code, in classes: numbers would multiply the errors of guesses.
namespace fsfind {

/// A call that may execute more functions tells nothing of any of them.
inline constexpr std::size_t kManyTargets = 8;

enum class PaceKind : std::uint8_t {
  Once,  ///< in no loop that is seen to run more than a few times
  Timed, ///< in a loop of which each iteration pauses for some time
  Event, ///< in a loop of which each iteration waits for something
  /// In a loop beside which each iteration runs loops in loops: between two runs of the code there
  /// is work that grows with the data.
  Beside,
  Free, ///< in a loop that nothing is seen to hold up
};

struct Pace {
  PaceKind kind = PaceKind::Once;
  std::uint32_t period =
      0; ///< Timed: microseconds that pass at least from one run to the next; 0 = not known
  bool operator==(const Pace &) const = default;
  /// Other threads have the line to themselves for a while each time.
  [[nodiscard]] bool pauses() const { return kind == PaceKind::Timed; }
};

/// The pace of code that runs no more often than either.
[[nodiscard]] Pace rarer(Pace a, Pace b);
/// In a loop, but with pauses so long that a line that moves between cores each time costs nothing
/// to speak of.
[[nodiscard]] bool isRare(Pace pace);
/// In a loop, and not rare.
[[nodiscard]] bool isOften(Pace pace);
/// In a loop that is not known to run only a few times. `iterations` 0 = not known.
[[nodiscard]] bool isLooped(std::uint32_t loop_depth, std::uint32_t iterations);
/// `once a second at most`; empty if the pace says no such thing.
[[nodiscard]] std::string words(Pace pace);

/// The pace that loops give to the code in them, by the waits and the other loops that their
/// iterations come by, in their function or in functions that it calls. A worker that takes a job
/// from a queue, compresses it, and counts it:
///
///     while (take(&job)) { compress(job); done[me]++; }     // compress: loops in loops
///
/// uses `done` once for thousands of instructions, however tight the loop looks.
class Paces {
public:
  using Targets = std::vector<std::vector<FunctionIndex>>;
  /// `targets`: the functions that a call of each may execute. Both outlive this.
  Paces(const Facts &facts, const Targets &targets);

  /// Of an access or call in `function`, if the function is called at `caller`'s pace.
  [[nodiscard]] Pace of(FunctionIndex function, const FactAccess &access, Pace caller) const;
  [[nodiscard]] Pace of(FunctionIndex function, const FactCall &call, Pace caller) const;

private:
  struct Around {
    std::uint32_t loop = 0, depth = 0, iterations = 0;
  };
  [[nodiscard]] Pace within(FunctionIndex function, Around around, Pace caller) const;
  [[nodiscard]] Pace waitsIn(FunctionIndex function) const;
  [[nodiscard]] Pace leastIn(FunctionIndex callee) const;
  [[nodiscard]] std::uint8_t leastNestOf(FunctionIndex callee) const;
  bool findWaits();
  bool findNests();

  const Facts &facts_;
  const Targets &targets_;
  /// The pace that their waits allow the loops of each function; Free = no wait is seen.
  std::vector<std::vector<Pace>> waits_;
  /// How deep the loops are nested that each iteration of these loops comes by; the deepest nest.
  std::vector<std::vector<std::uint8_t>> nests_;
};

} // namespace fsfind
