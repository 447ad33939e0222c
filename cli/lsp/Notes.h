#pragma once

#include "cli/lsp/Client.h"
#include "cli/lsp/Documents.h"
#include "cli/lsp/Found.h"
#include "cli/lsp/Mistake.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
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

/// The diagnostics, an array, of each document or file that is not open, by URI.
using Sheets = std::map<std::string, Json>;

/// Makes diagnostics (LSP 3.17, Diagnostic) of what a check found. Holds its arguments by
/// reference.
class Diagnostics {
public:
  Diagnostics(const Found &found, const Documents &documents, const Abilities &abilities)
      : found_(found), documents_(documents), abilities_(abilities) {}

  /// As the document shows it, null = the file as it was checked; null if its line was changed
  /// since the check. Further places on changed lines are left out.
  [[nodiscard]] Json diagnostic(const Note &note, const Document *document) const;
  /// In every document of the notes' files.
  [[nodiscard]] Sheets sheets(const std::vector<Note> &notes) const;

private:
  [[nodiscard]] Json relatedJson(const Note &note) const;

  const Found &found_;
  const Documents &documents_;
  const Abilities &abilities_;
};

/// From the place of a mistake to the end of its line, as the file is now; none if its place is not
/// known.
[[nodiscard]] std::optional<Stretch> stretchOf(const Mistake &mistake, Encoding encoding);

/// Adds a problem of the configuration file.
void addProblem(const std::string &problem, const Stretch &at, const Documents &documents,
                Sheets &sheets);

/// Keeps the diagnostics that the editor shows equal to what is known.
class Board {
public:
  /// Sends the diagnostics of each document that are not what the editor was sent before.
  void publish(Sheets wanted, const Documents &documents, Client &client);

private:
  Sheets shown_; ///< those with diagnostics
};

} // namespace fsfind::lsp
