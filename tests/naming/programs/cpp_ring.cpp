// A ring on the heap, a class template whose indices are members of its base class.
#include "tests/naming/programs/support.h"

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <thread>

namespace net {

class Indices {
protected:
  std::atomic<std::size_t> head_{0};
  std::atomic<std::size_t> tail_{0};
};

template <class T, std::size_t Slots> class Ring : Indices {
public:
  bool push(const T &value) {
    const std::size_t tail = tail_.load(std::memory_order_relaxed);
    if (tail - head_.load(std::memory_order_acquire) == Slots)
      return false;
    slots_[tail % Slots] = value;
    tail_.store(tail + 1, std::memory_order_release);
    return true;
  }
  std::optional<T> pop() {
    const std::size_t head = head_.load(std::memory_order_relaxed);
    if (head == tail_.load(std::memory_order_acquire))
      return std::nullopt;
    T value = slots_[head % Slots];
    head_.store(head + 1, std::memory_order_release);
    ++taken_;
    return value;
  }
  void tellAll() const {
    const char *type = "net::Ring<unsigned long, 32>";
    tell("heap", "", -1, type, "head_", &head_, sizeof head_);
    tellPart("net::Indices", "head_");
    tell("heap", "", -1, type, "tail_", &tail_, sizeof tail_);
    tellPart("net::Indices", "tail_");
    TELL_MEMBER("heap", "", -1, type, *this, taken_);
    TELL_MEMBER("heap", "", -1, type, *this, slots_);
    tellPart("unsigned long", "");
    tellPart("std::array<unsigned long, 32>", "");
  }

private:
  long taken_ = 0;
  std::array<T, Slots> slots_{};
};

} // namespace net

namespace {

using Queue = net::Ring<unsigned long, 32>;

void produce(Queue &queue) {
  for (unsigned long made = 0; made < 25000;)
    if (queue.push(work(static_cast<unsigned>(made))))
      ++made;
}

void consume(Queue *queue, unsigned *mixed) {
  for (int taken = 0; taken < 25000;)
    if (const auto value = queue->pop()) {
      *mixed ^= work(static_cast<unsigned>(*value));
      ++taken;
    }
}

} // namespace

int main() {
  auto queue = std::make_unique<Queue>();
  unsigned mixed = 0;
  queue->tellAll();
  TELL_OBJECT("stack", "mixed", -1, "unsigned", mixed);
  std::thread producer(produce, std::ref(*queue));
  std::thread consumer(consume, queue.get(), &mixed);
  producer.join();
  consumer.join();
  return mixed == 1;
}
