#pragma once

#include "rules/model/Expected.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

/// Messages between `fsfind check` and its worker, the program `fsfind-facts`: a request as JSON on
/// the worker's standard input, the answer on its standard output, the facts into the regular file
/// that is open as kFactsDescriptor.
namespace fsfind::analyzer {

inline constexpr int kFactsDescriptor = 3;

/// Contents of files by absolute path.
using FileTexts = std::map<std::string, std::string>;

/// What is read in place of what is on the disk. Paths are absolute and without links, as things
/// lie there (OtherPaths).
struct OtherFiles {
  OtherFiles() = default;
  OtherFiles(FileTexts edited) : texts(std::move(edited)) {} // as is: texts alone are the rule

  FileTexts texts;
  std::vector<std::string> gone; ///< files and folders that are not there, but for what has a text
  /// Where links lead; a text or nothing stands in place of one that leads nowhere (empty).
  std::map<std::string, std::string> links;

  /// Not for the worker: absolute paths of files that have come to be on the disk. What is kept of
  /// units with other files of such names may not hold any more.
  std::set<std::string> appeared;
  bool relinked =
      false; ///< links on the disk lead elsewhere, so that nothing that is kept may hold

  [[nodiscard]] bool empty() const { return texts.empty() && gone.empty() && links.empty(); }
};

/// One translation unit, as the compile database has it.
struct UnitRequest {
  std::string directory;              ///< absolute
  std::string file;                   ///< absolute
  std::vector<std::string> arguments; ///< the whole command, the compiler first
  /// Folders that the user named by running fsfind there: all in them may be read (UnitFiles.h).
  std::vector<std::string> trusted = {};
  std::vector<std::string> beyond = {}; ///< folders of UnitAnswer::beyond, which may be read, too
  /// What the user adds to known.table, in its form; has been checked.
  std::string knowledge;
  std::uint64_t memory = 0; ///< limit in bytes; 0 = none
  OtherFiles edited = {};
};

/// A file that the unit's facts depend on, with its state when it was read: of those that were only
/// asked for, too.
struct Dependency {
  std::string path; ///< absolute
  std::uint64_t size = 0;
  std::string digest; ///< contentDigest()
  bool operator==(const Dependency &) const = default;
};

struct UnitAnswer {
  std::string failure; ///< why there are no facts; empty = they were written
  std::uint32_t errors = 0;
  std::string first_error; ///< `file:line: message`
  std::vector<Dependency> dependencies;
  std::vector<std::string> absent = {};  ///< paths, absolute; a file there would change the facts
  std::vector<std::string> dropped = {}; ///< options of the command by which nothing was read
  /// Folders with files that the sources include and that it was not allowed to read: behind links
  /// or by `../`, they lie elsewhere than the command says.
  std::vector<std::string> beyond = {};
  bool calls_confined = false, files_confined = false; ///< Confinement of the worker
  bool operator==(const UnitAnswer &) const = default;
};

[[nodiscard]] std::string toJson(const UnitRequest &request);
[[nodiscard]] std::string toJson(const UnitAnswer &answer);
[[nodiscard]] Expected<UnitRequest> requestFromJson(std::string_view text);
[[nodiscard]] Expected<UnitAnswer> answerFromJson(std::string_view text);

} // namespace fsfind::analyzer
