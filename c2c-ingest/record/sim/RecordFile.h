#pragma once

#include "c2c-ingest/record/layout/Options.h"
#include "c2c-ingest/record/layout/SharedHead.h"
#include "c2c-ingest/record/sim/RecordContents.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <sys/types.h>

namespace fsfind::record::sim {

/// The recording, to which this process appends. It is opened once and held, since the guest may
/// change its user and its root folder, or lose the right to open it in some other way. The guest
/// shares the process's descriptors: they are held at high numbers, out of the way of what the
/// guest is about to close, and never written to if they refer to another file.
class RecordFile {
public:
  /// Options::out. `inherited`: what `passOn` returned before the exec that started this program; 0
  /// if none did. `options` must outlive this object.
  RecordFile(const Options &options, int inherited);
  RecordFile(const RecordFile &) = delete;
  RecordFile &operator=(const RecordFile &) = delete;

  /// Why nothing can be recorded; empty if all is well.
  [[nodiscard]] const std::string &problem() const { return problem_; }

  /// Appends whole records, or those of them that RecordContents keeps. If that fails, the recorder
  /// is told by RecordingStatus, and this process appends nothing more. Does nothing after the
  /// recording was finished; ends the process if the recorder died before that.
  void append(std::span<const std::byte> records);

  /// RecordContents::doublings
  [[nodiscard]] unsigned doublings() const { return contents_.doublings(); }

  /// See sim::endWithRecorder; to be called again in a child that is forked.
  void endWithRecorder() const;

  /// To be called before the guest closes or replaces the descriptors `first` to `last`.
  void evade(std::uint32_t first, std::uint32_t last);

  /// The descriptor, which then survives one exec; -1 (and the recorder is told) if it was lost.
  int passOn();
  /// After an exec that failed: the descriptor is again not passed on.
  void keepBack() const;

  /// Tells the recorder of programs that run without simulation, or (-1) that one does not after
  /// all.
  void countNative(int change) const;
  /// Tells the recorder of a program that records itself.
  void countByCode() const;
  /// Tells the recorder of a process for whose shared memory there was no room in what processes
  /// model together.
  void countApart() const;

private:
  [[nodiscard]] RecordingStatus &status() const { return head_.status(); }
  [[nodiscard]] bool isHeld() const;
  bool reopen();
  void raise();
  void fail(int error);

  std::string path_, problem_;
  int file_ = -1;
  dev_t device_ = 0;
  ino_t inode_ = 0;
  SharedHead head_;
  RecordContents contents_;
  bool failed_ = false;
};

} // namespace fsfind::record::sim
