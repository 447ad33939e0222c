#include "rules/model/ContentDigest.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace fsfind {

namespace {

using Word = std::uint64_t;

constexpr std::size_t kBlock = 128;
constexpr std::size_t kDigestBytes = 32;
constexpr std::size_t kRounds = 12;

constexpr std::array<Word, 8> kStart = {0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b,
                                        0xa54ff53a5f1d36f1, 0x510e527fade682d1, 0x9b05688c2b3e6c1f,
                                        0x1f83d9abfb41bd6b, 0x5be0cd19137e2179};

/// In which order a round takes the block's words; after ten rounds they begin again.
constexpr std::uint8_t kOrder[10][16] = {{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
                                         {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
                                         {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
                                         {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
                                         {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
                                         {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
                                         {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
                                         {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
                                         {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
                                         {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0}};

[[gnu::always_inline]] inline void mix(Word &a, Word &b, Word &c, Word &d, Word x, Word y) {
  a += b + x;
  d = std::rotr(d ^ a, 32);
  c += d;
  b = std::rotr(b ^ c, 24);
  a += b + y;
  d = std::rotr(d ^ a, 16);
  c += d;
  b = std::rotr(b ^ c, 63);
}

class Blake2b {
public:
  Blake2b() { state_[0] ^= 0x01010000 ^ kDigestBytes; }

  /// `end` is how many bytes there are up to the end of this block.
  void take(const char *block, Word end, bool last) {
    std::array<Word, 16> words;
    std::memcpy(words.data(), block, kBlock);
    if constexpr (std::endian::native == std::endian::big)
      for (Word &word : words)
        word = swapped(word);
    std::array<Word, 16> v;
    std::copy(state_.begin(), state_.end(), v.begin());
    std::copy(kStart.begin(), kStart.end(), v.begin() + kStart.size());
    v[12] ^= end;
    v[14] ^= last ? ~Word{0} : 0;
    // Unrolled, so that all places are known: twice as fast.
    [&]<std::size_t... Rounds>(std::index_sequence<Rounds...>) {
      (round<Rounds % 10>(v, words), ...);
    }(std::make_index_sequence<kRounds>());
    for (std::size_t i = 0; i < state_.size(); ++i)
      state_[i] ^= v[i] ^ v[i + 8];
  }

  [[nodiscard]] std::string digits() const {
    std::string text;
    for (std::size_t i = 0; i < kDigestBytes / sizeof(Word); ++i)
      text += fmt::format("{:016x}", swapped(state_[i]));
    return text;
  }

private:
  static Word swapped(Word word) {
    Word result = 0;
    for (std::size_t i = 0; i < sizeof(Word); ++i, word >>= 8U)
      result = result << 8U | (word & 0xffU);
    return result;
  }

  template <std::size_t Round>
  [[gnu::always_inline]] static void round(std::array<Word, 16> &v,
                                           const std::array<Word, 16> &words) {
    constexpr const std::uint8_t *at = kOrder[Round];
    mix(v[0], v[4], v[8], v[12], words[at[0]], words[at[1]]);
    mix(v[1], v[5], v[9], v[13], words[at[2]], words[at[3]]);
    mix(v[2], v[6], v[10], v[14], words[at[4]], words[at[5]]);
    mix(v[3], v[7], v[11], v[15], words[at[6]], words[at[7]]);
    mix(v[0], v[5], v[10], v[15], words[at[8]], words[at[9]]);
    mix(v[1], v[6], v[11], v[12], words[at[10]], words[at[11]]);
    mix(v[2], v[7], v[8], v[13], words[at[12]], words[at[13]]);
    mix(v[3], v[4], v[9], v[14], words[at[14]], words[at[15]]);
  }

  std::array<Word, 8> state_ = kStart;
};

} // namespace

std::string contentDigest(std::string_view content) {
  Blake2b hash;
  std::size_t at = 0;
  for (; content.size() - at > kBlock; at += kBlock)
    hash.take(content.data() + at, at + kBlock, false);
  std::array<char, kBlock> rest{};
  content.copy(rest.data(), kBlock, at);
  hash.take(rest.data(), content.size(), true);
  return hash.digits();
}

} // namespace fsfind
