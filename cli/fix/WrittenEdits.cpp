#include "cli/fix/WrittenEdits.h"

#include "cli/check/Trust.h"
#include "rules/model/AuthorFrame.h"
#include "rules/model/ContentHash.h"
#include "rules/remedy/written/EditWritten.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <system_error>

namespace fsfind::fix {

namespace {

namespace fs = std::filesystem;
using written::Language;
using written::SourceText;

/// Sources of one language in one folder.
struct LanguageFolder {
  std::string path;
  Language language = Language::Rust;
  auto operator<=>(const LanguageFolder &) const = default;
};

/// The folders of the files that the finding points to. A Go package is a folder; a Rust module is
/// often a file beside its users.
std::set<LanguageFolder> foldersOf(const Finding &finding) {
  std::vector<Place> places = {finding.location, finding.object.declared};
  for (const RelatedPlace &related : finding.related)
    places.push_back(related.place);
  std::set<LanguageFolder> folders;
  for (const Place &place : places)
    if (const auto language = written::languageOf(place.file);
        language && fs::path(place.file).is_absolute() && !isLibraryFile(place.file))
      folders.insert({fs::path(place.file).parent_path().string(), *language});
  return folders;
}

/// Reads each folder once.
class Library {
public:
  const std::vector<SourceText> &textsOf(const LanguageFolder &folder) {
    const auto [known, fresh] = texts_.try_emplace(folder);
    if (fresh) {
      read(folder, known->second);
      if (folder.language == Language::Rust)
        readManifest(folder.path, known->second);
    }
    return known->second;
  }

private:
  static void read(const LanguageFolder &folder, std::vector<SourceText> &texts) {
    constexpr std::size_t kMostFiles = 1000;
    constexpr std::uintmax_t kMostBytes = std::uintmax_t{4} << 20U; // of a file that people write
    std::error_code error;
    for (fs::directory_iterator at(folder.path, error), end; !error && at != end;
         at.increment(error)) {
      const std::string path = at->path().string();
      std::error_code unread;
      if (texts.size() == kMostFiles || written::languageOf(path) != folder.language ||
          !at->is_regular_file(unread) || at->file_size(unread) > kMostBytes || unread)
        continue;
      if (auto text = check::readNamed(path))
        texts.push_back({path, std::move(*text)});
    }
    std::sort(texts.begin(), texts.end(),
              [](const auto &a, const auto &b) { return a.path < b.path; });
  }

  /// The Cargo.toml of the folder or of the nearest one around it.
  static void readManifest(const fs::path &folder, std::vector<SourceText> &texts) {
    for (fs::path at = folder;; at = at.parent_path()) {
      const std::string path = (at / "Cargo.toml").string();
      std::error_code error;
      if (fs::is_regular_file(path, error)) {
        if (auto text = check::readNamed(path))
          texts.push_back({path, std::move(*text)});
        return;
      }
      if (!at.has_relative_path())
        return;
    }
  }

  std::map<LanguageFolder, std::vector<SourceText>> texts_;
};

void note(const std::vector<Edit> &edits, const std::vector<SourceText> &texts,
          check::Contents &contents) {
  for (const Edit &edit : edits)
    for (const SourceText &source : texts)
      if (source.path == edit.file)
        contents[source.path] = contentHash(source.text);
}

/// Sources in C and C++ declare nothing of these languages, which is no reason.
void tellUnwritten(Finding &finding) {
  for (Advice &advice : finding.advice)
    if (!advice.obstacle.empty() && advice.edits.empty())
      advice.obstacle = "fsfind writes no edit of this kind in Rust or Go";
}

} // namespace

void addWrittenEdits(std::vector<Finding> &findings, const written::Machine &machine,
                     check::Contents &contents) {
  Library library;
  for (Finding &finding : findings) {
    const std::set<LanguageFolder> folders = foldersOf(finding);
    if (folders.empty())
      continue;
    Advice *advice = written::writableAdvice(finding);
    if (advice == nullptr) {
      tellUnwritten(finding);
      continue;
    }
    const Language language = folders.begin()->language;
    std::vector<SourceText> texts;
    for (const LanguageFolder &folder : folders)
      if (folder.language == language) {
        const auto &some = library.textsOf(folder);
        texts.insert(texts.end(), some.begin(), some.end());
      }
    written::WrittenEdits result = written::editsOf(finding, *advice, texts, language, machine);
    note(result.edits, texts, contents);
    written::enter(std::move(result), *advice);
  }
}

bool isOfOtherLanguage(const Finding &finding) {
  return !foldersOf(finding).empty();
}

bool hasWrittenEdits(const Finding &finding) {
  const std::vector<Edit> &edits = finding.edits();
  return !edits.empty() && written::languageOf(edits.front().file).has_value();
}

} // namespace fsfind::fix
