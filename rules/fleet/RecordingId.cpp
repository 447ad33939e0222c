#include "rules/fleet/RecordingId.h"

#include <fmt/format.h>

#include <string_view>
#include <xxhash.h>

namespace fsfind::fleet {

namespace {

/// Collects what is hashed, numbers in little endian, texts after their length.
class Key {
public:
  void add(std::uint64_t value) {
    constexpr unsigned kByte = 8;
    for (std::size_t i = 0; i < sizeof value; ++i, value >>= kByte)
      bytes_.push_back(static_cast<char>(value));
  }
  void add(std::string_view text) {
    add(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  void add(const C2cCounters &counters) {
    for (const C2cCounterField &field : kC2cCounterFields)
      add(counters.*field.member);
  }

  [[nodiscard]] std::string hash() const {
    const XXH128_hash_t hash = XXH3_128bits(bytes_.data(), bytes_.size());
    return fmt::format("{:016x}{:016x}", hash.high64, hash.low64);
  }

private:
  std::string bytes_;
};

} // namespace

std::string recordingId(const Profile &profile) {
  const Source &source = profile.source;
  Key key;
  for (const std::string *text :
       {&source.hostname, &source.arch, &source.cpu_description, &source.os_release})
    key.add(*text);
  key.add(source.first_time.value_or(0));
  key.add(source.last_time.value_or(0));
  key.add(std::uint64_t{source.line_size});
  key.add(source.lost_samples);
  key.add(profile.samples);
  key.add(profile.cost);
  key.add(profile.totals);
  for (const Line &line : profile.lines) {
    if (!line.counters.isShared())
      continue; // which others are kept depends on what was asked
    key.add(line.address);
    key.add(std::uint64_t{line.pid});
    key.add(line.counters);
  }
  return key.hash();
}

std::string hostPseudonym(const std::string &hostname) {
  return hostname.empty() ? ""
                          : fmt::format("{:016x}", XXH3_64bits(hostname.data(), hostname.size()));
}

} // namespace fsfind::fleet
