// What the swimmers of a pool use: static members of one class.
#include <atomic>
#include <cstdint>
#ifdef FIXED
#define OWN_LINE alignas(64)
#else
#define OWN_LINE
#endif
class Lanes {
public:
  union Shares {
    struct {
      std::uint16_t open, swimming, resting, wanted;
    };
    std::uint64_t all;
  };
  static bool swim(int metres);
  static void supervise(std::int64_t now);
private:
  struct Packed {
    Shares get() const {
      Shares copy;
      copy.all = image.load(std::memory_order_acquire);
      return copy;
    }
    bool replace(Shares old, Shares fresh) {
      return image.compare_exchange_strong(old.all, fresh.all);
    }
    OWN_LINE std::atomic<std::uint64_t> image{0};
  };
  static void finished(std::int64_t now, int metres) {
    lastFinish_.store(now, std::memory_order_relaxed);
    swum_ += static_cast<std::uint64_t>(metres);
  }
  static std::uint16_t fewest_, most_;
  static std::atomic<std::int64_t> lastFinish_;
  static std::atomic<std::uint64_t> swum_;
  static Packed shares_;
};
