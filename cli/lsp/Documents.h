#pragma once

#include "cli/lsp/LineChanges.h"
#include "cli/lsp/Message.h"
#include "cli/lsp/Positions.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The texts that are open in the editor, and how they differ from the files that were checked.
namespace fsfind::lsp {

struct Document {
  std::string uri;  ///< as the editor writes it
  std::string path; ///< as absolutePath() gives it
  std::int64_t version = 0;
  std::string text;
  /// Since the check whose findings are shown.
  LineChanges changes;
  std::size_t saved = 0;        ///< how many of the changes were in the file when it was last saved
  std::size_t read = 0;         ///< how many were when the check that runs now began
  std::size_t configured = 0;   ///< how many were when the configuration in force was read
  std::uint64_t saved_hash = 0; ///< contentHash() of what the editor saved last; 0 = nothing
};

/// The file's text; empty if it cannot be read, or is none: reading a pipe or device might not end.
[[nodiscard]] std::string fileText(const std::string &path);

/// As what the editor may show a file.
struct View {
  std::string uri;
  const Document *document = nullptr; ///< null = it is not open
};

/// Each is known by its URI. A file may be open by several, as through symbolic links: where one is
/// asked for by its path, it is the one that was opened first.
class Documents {
public:
  /// `params` of these functions are those of the notifications of textDocument/did….
  void open(const Json &params);
  void change(const Json &params, Encoding encoding);
  void close(const Json &params);
  /// Whether it is a file.
  bool save(const Json &params);

  /// A check of the files as they are now begins.
  void beginCheck();
  /// It has read the configuration.
  void noteConfiguration();
  /// It has ended, or failed. `hashOf` tells contentHash() of a file as the check read it, or 0.
  /// Returns, by path, how the files that are open changed from the check before to this one.
  template <class HashOf> std::map<std::string, LineChanges> endCheck(const HashOf &hashOf);

  /// By path as absolutePath() gives it; null if it is not open.
  [[nodiscard]] const Document *find(const std::string &path) const;
  /// At least one: all documents of the file, as they were opened, or else the file.
  [[nodiscard]] std::vector<View> views(const std::string &path) const;
  /// Whether the file is as the editor saved it.
  [[nodiscard]] bool isSaved(const std::string &path) const;
  /// Null if it is not open.
  [[nodiscard]] const Document *ofUri(const std::string &uri) const;
  /// Where a line of the file as it was checked is now in the document, or else in the file; none
  /// if it was changed.
  [[nodiscard]] static std::optional<std::uint32_t> now(const Document *document,
                                                        std::uint32_t line) {
    return document == nullptr ? std::optional(line) : document->changes.now(line);
  }
  [[nodiscard]] std::optional<std::uint32_t> now(const std::string &path, std::uint32_t line) const;
  /// The same of a line of the configuration file as it was read.
  [[nodiscard]] static std::optional<std::uint32_t> configuredNow(const Document *document,
                                                                  std::uint32_t line) {
    return document == nullptr ? std::optional(line)
                               : document->changes.now(line, document->configured);
  }
  /// The text of the open document, else of the file; empty if it cannot be read.
  [[nodiscard]] std::string textOf(const std::string &path) const;
  /// The URI that the editor uses.
  [[nodiscard]] std::string uri(const std::string &path) const;

private:
  [[nodiscard]] std::vector<Document>::iterator of(const Json &params);
  [[nodiscard]] static std::uint64_t hash(std::string_view text);

  std::vector<Document> documents_; ///< as they were opened
};

template <class HashOf>
std::map<std::string, LineChanges> Documents::endCheck(const HashOf &hashOf) {
  std::map<std::string, LineChanges> changes;
  for (Document &document : documents_) {
    const bool same = hashOf(document.path) == hash(document.text);
    const std::size_t known = same ? document.changes.count() : document.read;
    changes.try_emplace(document.path, document.changes.takeFirst(known));
    document.saved -= std::min(known, document.saved);
    document.configured -= std::min(known, document.configured);
    document.read = 0;
  }
  return changes;
}

} // namespace fsfind::lsp
