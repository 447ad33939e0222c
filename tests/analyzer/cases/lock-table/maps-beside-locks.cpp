// suspect: threads, line
// The markings of migrating birds are in hash maps, one for each bucket, beside which is a vector
// of read-write locks; elements of neighbouring buckets share lines. Twist: one-member records
// inside a class template, the index folded from the key; functions of the library write the maps.
#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <vector>

constexpr std::size_t lineOf(std::size_t size) { return size > 64 ? 128 : 64; }
#ifdef FIXED
#define ON_LINE alignas(lineOf(8))
#else
#define ON_LINE
#endif
using Reading = std::shared_lock<std::shared_mutex>;
using Writing = std::unique_lock<std::shared_mutex>;
template <class Key, class Value, int kLog2 = 6, class Map = std::unordered_map<Key, Value>>
class Register {
public:
  template <class... More> bool insert(const Key &key, More &&...more) {
    const std::uint32_t at = foldedOf(key);
    Writing guard(locks_[at].lock);
    return maps_[at].map.emplace(key, Value(more...)).second;
  }
  bool contains(const Key &key) const {
    const std::uint32_t at = foldedOf(key);
    Reading guard(locks_[at].lock);
    return maps_[at].map.count(key) != 0;
  }
private:
  static std::uint32_t foldedOf(const Key &key) {
    const auto wide = static_cast<std::uint64_t>(key);
    const auto folded = static_cast<std::uint32_t>(wide >> 32 ^ wide);
    return (folded ^ folded >> kLog2) & ((1u << kLog2) - 1);
  }
  struct ON_LINE OneMap {
    Map map; // expect: fsfind-per-thread-slots
  };
  struct ON_LINE OneLock {
    mutable std::shared_mutex lock; // expect: fsfind-per-thread-slots
  };
  std::array<OneMap, 1 << kLog2> maps_; // expect: fsfind-per-thread-slots
  std::vector<OneLock> locks_ = std::vector<OneLock>(1 << kLog2); // expect: fsfind-per-thread-slots
};
static Register<std::uint64_t, long> rings;
bool ringBird(std::uint64_t number, long place) { return rings.insert(number, place); }
bool isRinged(std::uint64_t number) { return rings.contains(number); }
