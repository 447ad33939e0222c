#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;

namespace fsfind {

/// Packs content by zstd, one frame, as it comes. What comes of it depends on the content and on
/// how it is parted.
class Packer {
public:
  enum class Checksum { None, OfContent };
  using Take = std::function<void(std::string_view)>;

  explicit Packer(Checksum checksum);

  /// Hands what can be told by now on to `take`, all of it after the `last` content. False if
  /// memory is short: then nothing more may be added.
  [[nodiscard]] bool add(std::string_view content, bool last, const Take &take);

private:
  std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s *)>
      context_; ///< null if memory is short
  std::string buffer_;
};

} // namespace fsfind
