#pragma once

#include "cli/terminal/Traits.h"

#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

/// What of fsfind works on a machine, and the functions that write it.
namespace fsfind::report {

enum class PartState : std::uint8_t {
  Works,
  Limited, ///< works, and lacks something that makes its results better
  Missing, ///< does not work here
};

/// One part of fsfind on this machine.
struct PartReport {
  std::string name;    ///< by which it is asked for: `sampling`
  std::string purpose; ///< what it is for, a few words
  PartState state = PartState::Works;
  std::vector<std::string> facts = {}; ///< what was found, a clause each
  std::string lack = {};               ///< what is missing; empty if nothing is
  std::string remedy = {};             ///< what to do about it; empty if nothing can be done
};

/// The parts in the order in which they are shown.
struct DoctorReport {
  std::string build;  ///< fsfind's version, and what it was built with
  std::string system; ///< architecture, distribution, kernel
  std::vector<PartReport> parts;
};

/// `works`, `limited`, `missing`.
[[nodiscard]] std::string_view wordOf(PartState state);

[[nodiscard]] std::string doctorText(const DoctorReport &report, const cli::Traits &traits);

/// JSON as docs/doctor.md describes it.
void writeDoctorJson(std::ostream &out, const DoctorReport &report, std::string_view version);

} // namespace fsfind::report
