#pragma once

#include "rules/model/Expected.h"

#include <string>
#include <utility>

namespace fsfind::prove {

/// The folder of a proof, which holds copies and state; no other fsfind uses it at the same time.
class ProveFolder {
public:
  /// Makes the folder where there is none. Fails if it cannot be written to, or another fsfind has
  /// it.
  [[nodiscard]] static Expected<ProveFolder> open(const std::string &path);
  ~ProveFolder();
  ProveFolder(ProveFolder &&other) noexcept
      : path_(std::move(other.path_)), lock_(std::exchange(other.lock_, -1)) {}
  ProveFolder &operator=(ProveFolder &&) = delete;

  /// Goes on in the part for these inputs (a digest of all that the proof depends on), and removes
  /// what other inputs have left. The part of a proof that has ended is removed, too, unless it is
  /// to be repeated.
  [[nodiscard]] Expected<void> enter(const std::string &inputs, bool repeat);

  [[nodiscard]] const std::string &path() const { return path_; }
  /// Path of the file for ProveState.
  [[nodiscard]] std::string statePath() const;

  /// Removes the copies; the state stays.
  void removeCopies() const;

private:
  ProveFolder(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_;
};

} // namespace fsfind::prove
