#pragma once

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <set>
#include <string>
#include <vector>

namespace fsfind::analyzer {

/// The files that a unit reads, whatever its sources and its command name. Only regular files are
/// opened, and /dev/null: a pipe would keep the unit waiting, a device would never end. And only
/// those that may be told of (rules/input/Telling.h), since errors and facts repeat their words.
class UnitFiles : public llvm::vfs::ProxyFileSystem {
public:
  /// `trusted` are UnitRequest::trusted.
  UnitFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, std::vector<std::string> trusted)
      : ProxyFileSystem(std::move(files)), trusted_(std::move(trusted)) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;

  /// The files that it has opened so far.
  [[nodiscard]] const std::set<std::string> &opened() const { return opened_; }
  /// Real folders of files that it would have opened, but that the process may not read.
  [[nodiscard]] const std::set<std::string> &beyond() const { return beyond_; }

private:
  std::vector<std::string> trusted_;
  std::set<std::string> opened_, beyond_;
};

/// Where the compilers and libraries of a system lie.
[[nodiscard]] std::vector<std::string> systemPlaces();

} // namespace fsfind::analyzer
