#pragma once

#include "rules/model/Expected.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace fsfind::timing {

/// A file without a name in a folder: it is gone when it is closed, also if fsfind is killed.
class ScratchFile {
public:
  /// Fewer bytes are in the caches of devices.
  static constexpr std::uint64_t kLeastBytes = std::uint64_t{16} << 20;

  /// Fails if the folder cannot be written to, or if an eighth of what is free there is less than
  /// kLeastBytes.
  [[nodiscard]] static Expected<ScratchFile> open(const std::string &folder);
  ~ScratchFile();
  ScratchFile(ScratchFile &&other) noexcept
      : folder_(std::move(other.folder_)), descriptor_(std::exchange(other.descriptor_, -1)),
        bytes_(other.bytes_) {}
  ScratchFile &operator=(ScratchFile &&) = delete;

  /// Fills it with random bytes, which no file system compresses, and has them written to the
  /// device: kLeastBytes however long that takes, then more until there are `most`, or an eighth of
  /// what is free, or the time is over. Ends at once when `go_on` is false.
  [[nodiscard]] Expected<void> fill(std::uint64_t most, std::chrono::steady_clock::time_point end,
                                    const std::function<bool()> &go_on);

  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// Where other processes of the user find it while it is open.
  [[nodiscard]] std::string path() const;
  /// The NUMA node of the device that holds it: `numa_node` in sysfs. UINT32_MAX if it has none or
  /// is not known, as of file systems on several devices.
  [[nodiscard]] std::uint32_t deviceNode() const;

private:
  ScratchFile(std::string folder, int descriptor)
      : folder_(std::move(folder)), descriptor_(descriptor) {}

  std::string folder_;
  int descriptor_;
  std::uint64_t bytes_ = 0;
};

} // namespace fsfind::timing
