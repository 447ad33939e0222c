#pragma once

#include "cli/terminal/Traits.h"
#include "rules/model/MemberCode.h"
#include "rules/remedy/layout/WriterOrder.h"

#include <iosfwd>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Layouts of a type, and the functions that write them.
namespace fsfind::report {

/// What tells of the type.
enum class LayoutOrigin : std::uint8_t {
  Program,   ///< debug info alone
  Recording, ///< debug info, and samples of the members
  Sources,   ///< facts, and the code that uses the members
};

struct LayoutView {
  TypeLayout layout;
  std::vector<MemberCode> code = {};     ///< by member; only of sources
  std::vector<SharedLine> shared = {};   ///< not of a program
  std::optional<WriterOrder> order = {}; ///< only if threads write apart
};

struct LayoutReport {
  std::string source; ///< path of the program, recording, compile database or facts
  std::uint32_t line_size = kDefaultLineSize;
  LayoutOrigin origin = LayoutOrigin::Program;
  bool simulated = false;        ///< the recording is a simulation's
  std::vector<LayoutView> views; ///< of one name; several where declarations differ
};

[[nodiscard]] std::string layoutText(const LayoutReport &report, const cli::Traits &traits);

/// JSON as docs/layout.md describes it.
void writeLayoutJson(std::ostream &out, const LayoutReport &report, std::string_view version);

} // namespace fsfind::report
