#pragma once

#include "cli/lsp/Client.h"
#include "cli/lsp/Documents.h"
#include "cli/lsp/Found.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// Findings as the editor shows them beside the sources.
namespace fsfind::lsp {

/// A part of a line of a file as it was checked. Line and columns count from 0, columns in the
/// client's code units.
struct Stretch {
  std::string file; ///< as absolutePath() gives it
  std::uint32_t line = 0, begin = 0, end = 0;
};

struct RelatedNote {
  Stretch at;
  std::string message;
};

struct Note {
  Stretch at;
  Confidence confidence = Confidence::Low;
  std::string rule, message;
  std::vector<RelatedNote> related; ///< the other members, and who uses them
  std::size_t finding = 0;          ///< position in `Found`
};

/// The notes on findings that have a place in a file, in the order of the findings. The files must
/// be as they were checked.
[[nodiscard]] std::vector<Note> notesOn(const Found &found, Encoding encoding);

/// A diagnostic (LSP 3.17, Diagnostic); null if its line was changed since the check. Further
/// places on changed lines are left out.
[[nodiscard]] Json diagnostic(const Note &note, const Found &found, const Documents &documents,
                              const Abilities &abilities);

/// Keeps the diagnostics that the editor shows equal to what is known.
class Board {
public:
  /// Sends the diagnostics of each file that are not what the editor was sent before.
  void publish(const std::vector<Note> &notes, const Found &found, const Documents &documents,
               Client &client);

private:
  struct Shown {
    std::string file;
    Json diagnostics = Json::array();
  };
  std::map<std::string, Shown> shown_; ///< by URI; files without diagnostics are missing
};

} // namespace fsfind::lsp
