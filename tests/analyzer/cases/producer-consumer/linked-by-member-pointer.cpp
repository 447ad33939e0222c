// The queue of a puppet theatre: all who send cues exchange the one end atomically, beside the
// plain pointer from which the one player takes. Twist: the link is a pointer-to-member argument;
// the player exchanges, too; mended by bytes in an anonymous union.
// args: -std=c++20
// suspect: threads, object
// also-true: fsfind-contended-atomic
#include <atomic>
#include <utility>

template <auto Next> class Inbox;
template <class Item, std::atomic<Item *> Item::*Next> class Inbox<Next> {
public:
  Inbox() { back_.store(front_ = &stub_); }
  void send(Item *item) {
    (item->*Next).store(nullptr, std::memory_order_relaxed);
    Item *before = back_.exchange(item, std::memory_order_acq_rel);
    (before->*Next).store(item, std::memory_order_release);
  }
  Item *take() {
    Item *next = (front_->*Next).load(std::memory_order_acquire);
    if (front_ == &stub_ && next) {
      front_ = next;
      next = (next->*Next).load(std::memory_order_acquire);
    }
    if (next)
      return std::exchange(front_, next);
    if (front_ != &stub_ && front_ == back_.load(std::memory_order_acquire))
      send(&stub_);
    return nullptr;
  }
private:
  Item stub_{};
#ifdef FIXED
  union {
    std::atomic<Item *> back_{nullptr};
    char line_[64];
  };
#else
  std::atomic<Item *> back_{nullptr}; // expect: fsfind-adjacent-thread-fields
#endif
  Item *front_ = nullptr; // expect: fsfind-adjacent-thread-fields
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
