#pragma once

#include "analyzer/worker/OtherPaths.h"

#include <llvm/ADT/IntrusiveRefCntPtr.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <optional>
#include <string>

namespace fsfind::analyzer {

/// Files of which some are gone, some have other texts and some links lead elsewhere (OtherFiles).
/// The texts are among the files below.
class ReplacedFiles : public llvm::vfs::ProxyFileSystem {
public:
  ReplacedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, const OtherFiles &others)
      : ProxyFileSystem(std::move(files)), paths_(others) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override;
  bool exists(const llvm::Twine &path) override { return static_cast<bool>(status(path)); }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override;
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine &path, std::error_code &error) override;

private:
  [[nodiscard]] std::optional<std::string> resolved(const llvm::Twine &path);

  OtherPaths paths_;
};

} // namespace fsfind::analyzer
