#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace fsfind::record::sim {

/// Lines of which a thread that runs freely knows that further accesses to them change nothing, so
/// that they need not be logged: beside those that its CPU was granted (Grants.h), lines that it
/// has logged in its present slice, in which no other thread comes between. There a further access
/// to the same bytes changes nothing; one to others tells what the line is held for.
///
/// A thread that only loads may be one that spins, which its log has to show (Spinning.h): so who
/// asks leaves out only loads that follow a store (AccessLog::hasStored).
class RecentLines {
public:
  /// Where the simulated machine's lines are shorter than those here, nothing is ever recent.
  explicit RecentLines(std::uint32_t line_size = kBytes) : knows_(line_size >= kBytes) {}

  /// True if the access, of 1 byte to 64, changes nothing.
  [[nodiscard]] bool hold(std::uint64_t address, std::uint64_t size, bool stores) const {
    const Line &line = lines_[placeOf(address)];
    return line.key == keyOf(address) && isWithinLine(address, size) &&
           (bytesOf(address, size) & ~(stores ? line.stored : line.used)) == 0;
  }

  /// The access was logged; `in_slice`: it belongs to the present slice, not to one before it. One
  /// that reaches into the next line counts for none.
  void add(std::uint64_t address, std::uint64_t size, bool stores, bool in_slice) {
    if (!knows_ || !in_slice || !isWithinLine(address, size))
      return;
    Line &line = lineOf(address);
    line.used |= bytesOf(address, size);
    if (stores)
      line.stored |= bytesOf(address, size);
  }

  /// Nothing is recent any more.
  void beginSlice() {
    slice_ += kSlice;
    if (slice_ == 0)
      lines_.fill({});
  }

private:
  static constexpr std::uint64_t kBytes = 64; ///< of a line
  static constexpr std::size_t kLines = 64;
  /// User addresses have at most 56 bits; those above tell one slice from the next 255.
  static constexpr std::uint64_t kSlice = std::uint64_t{1} << 56;
  struct Line {
    std::uint64_t key = 1;    ///< its first byte, and the slice; no line begins at 1
    std::uint64_t stored = 0; ///< a bit for each byte
    std::uint64_t used = 0;   ///< loaded or stored
  };

  static std::size_t placeOf(std::uint64_t address) { return address / kBytes % kLines; }
  [[nodiscard]] std::uint64_t keyOf(std::uint64_t address) const {
    return (address & ~(kBytes - 1)) | slice_;
  }
  static bool isWithinLine(std::uint64_t address, std::uint64_t size) {
    return address % kBytes + size <= kBytes;
  }
  static std::uint64_t bytesOf(std::uint64_t address, std::uint64_t size) {
    return ~std::uint64_t{0} >> (kBytes - size) << address % kBytes;
  }
  Line &lineOf(std::uint64_t address) {
    Line &line = lines_[placeOf(address)];
    if (line.key != keyOf(address))
      line = {keyOf(address)};
    return line;
  }

  bool knows_;
  std::uint64_t slice_ = 0;
  std::array<Line, kLines> lines_{};
};

} // namespace fsfind::record::sim
