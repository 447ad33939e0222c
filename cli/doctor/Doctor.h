#pragma once

#include "c2c-ingest/record/Host.h"
#include "cli/report/DoctorReport.h"
#include "rules/model/Expected.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

/// Finds out what of fsfind works on a machine, by trying it, and what the rest needs.
namespace fsfind::doctor {

/// What parts are examined with.
struct Surroundings {
  record::Host host;
  /// Folders where fsfind's own libraries and programs lie (record::pluginFolders()).
  std::vector<std::string> folders;
  std::string workplace; ///< an empty folder for the files of trials; whoever made it removes it
};

using Examine = report::PartReport (*)(const Surroundings &);

/// A part that can be asked for.
struct Part {
  std::string_view name;
  Examine examine;
};

/// All parts, in the order in which they are shown.
[[nodiscard]] const std::vector<Part> &parts();

/// Examines the parts of these names, or all if there are none. Fails if no file can be made for
/// trials. `progress` is told each part and the fraction that is done.
[[nodiscard]] Expected<report::DoctorReport>
examine(const std::vector<std::string> &names,
        const std::function<void(std::string_view part, double done)> &progress);

} // namespace fsfind::doctor
