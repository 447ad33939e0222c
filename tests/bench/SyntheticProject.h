#pragma once

#include "rules/model/Facts.h"

#include <cstdint>

/// Facts of a large project without its sources, for measurements of merging and judging.
namespace fsfind::bench {

/// What is in a project. A unit weighs what a small file of C does: headers that many include, some
/// functions of its own that use their records, and calls into other units.
struct ProjectShape {
  std::uint32_t units = 1000;
  std::uint32_t headers = 200;        ///< of the whole project, each with a record and a function
  std::uint32_t seen_headers = 60;    ///< of them, in one unit; at most `headers`
  std::uint32_t least_functions = 10; ///< of a unit's own
  std::uint32_t most_functions = 50;
  /// One of so many units has two threads that write neighbours in a global of the unit: a finding
  /// of fsfind-adjacent-thread-fields. There are no others.
  std::uint32_t planted_every = 100;
};

class SyntheticProject {
public:
  explicit SyntheticProject(const ProjectShape &shape) : shape_(shape) {}

  /// The facts of one unit, the same each time. `number` is below `units`.
  [[nodiscard]] Facts unit(std::uint32_t number) const;

private:
  ProjectShape shape_;
};

} // namespace fsfind::bench
