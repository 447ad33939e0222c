#pragma once

#include <array>
#include <streambuf>

namespace fsfind::cli {

/// A stream buffer over an open descriptor. It remembers the errno of a failed write, which
/// standard file streams do not report. Does not close the descriptor.
class DescriptorBuffer : public std::streambuf {
public:
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
  }

  /// errno of the first write that failed; 0 if none did. Flush first.
  [[nodiscard]] int error() const { return error_; }

protected:
  int_type overflow(int_type next) override;
  int sync() override;

private:
  int descriptor_;
  int error_ = 0;
  std::array<char, 65536> buffer_;
};

} // namespace fsfind::cli
