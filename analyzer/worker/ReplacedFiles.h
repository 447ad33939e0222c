#pragma once

#include "analyzer/worker/Messages.h"

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <optional>
#include <set>
#include <string>
#include <unordered_map>

namespace fsfind::analyzer {

/// Files of which some are gone and some links lead elsewhere (OtherFiles). The texts in place of
/// others are among those below.
class ReplacedFiles : public llvm::vfs::ProxyFileSystem {
public:
  ReplacedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, const OtherFiles &others)
      : ProxyFileSystem(std::move(files)), gone_(others.gone.begin(), others.gone.end()),
        links_(others.links), texts_(others.texts) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  bool exists(const llvm::Twine &path) override { return static_cast<bool>(status(path)); }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &path, std::error_code &error) override;

private:
  /// The path without links; none if there are too many, or nothing is there.
  [[nodiscard]] std::optional<std::string> resolved(const llvm::Twine &path);
  [[nodiscard]] bool isGone(const std::string &path) const;
  /// Whether it has a text, or a folder with one.
  [[nodiscard]] bool hasText(const std::string &path) const;
  /// Where the link leads; none if it is no link.
  [[nodiscard]] std::optional<std::string> linkAt(const std::string &path);
  [[nodiscard]] std::optional<std::string> lookForLink(const std::string &path) const;

  std::set<std::string> gone_;
  std::map<std::string, std::string> links_;
  FileTexts texts_;
  std::unordered_map<std::string, std::optional<std::string>> seen_; ///< what linkAt() said
};

} // namespace fsfind::analyzer
