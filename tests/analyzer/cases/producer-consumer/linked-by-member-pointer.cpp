// The queue of a puppet theatre: all who send cues exchange the one end atomically, and beside it lies
// the plain pointer from which the one player takes. Twist: the link is a pointer-to-member argument;
// the player exchanges as well when it puts the stub back; mended by bytes in an anonymous union.
// args: -std=c++20
// also-true: fsfind-contended-atomic
#include <atomic>
#include <utility>

template <auto Next> class Inbox;

template <class Item, std::atomic<Item *> Item::*Next> class Inbox<Next> {
public:
  Inbox() { newest_.store(oldest_ = &stub_); }
  void send(Item *item) {
    (item->*Next).store(nullptr, std::memory_order_relaxed);
    Item *before = newest_.exchange(item, std::memory_order_acq_rel);
    (before->*Next).store(item, std::memory_order_release);
  }
  Item *take() {
    Item *next = (oldest_->*Next).load(std::memory_order_acquire);
    if (oldest_ == &stub_ && next) {
      oldest_ = next;
      next = (next->*Next).load(std::memory_order_acquire);
    }
    if (next)
      return std::exchange(oldest_, next);
    if (oldest_ != &stub_ && oldest_ == newest_.load(std::memory_order_acquire))
      send(&stub_);
    return nullptr;
  }

private:
  Item stub_{};
#ifdef FIXED
  union {
    std::atomic<Item *> newest_{nullptr};
    char line_[64];
  };
#else
  std::atomic<Item *> newest_{nullptr}; // expect: fsfind-adjacent-thread-fields
#endif
  Item *oldest_ = nullptr; // expect: fsfind-adjacent-thread-fields
};

struct Cue {
  std::atomic<Cue *> next{nullptr};
  void (*play)(Cue *) = nullptr;
};

struct Stage {
  alignas(64) long scene = 0;
  alignas(64) Inbox<&Cue::next> cues;
};

void bow(Stage &stage, Cue *puppet) { stage.cues.send(puppet); }

void perform(Stage &stage) {
  for (; Cue *cue = stage.cues.take(); ++stage.scene)
    cue->play(cue);
}
