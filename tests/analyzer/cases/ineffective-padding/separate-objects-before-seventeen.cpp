// args: -std=c++11
// The boats of a ferry have exactly the size and alignment of a line, but plain new in C++11 gives
// 16 bytes, so a boat may lie across two lines and meet the next one. The boats are made one by one
// in a loop; each is shared on purpose by the harbour master and its own thread.
// as in: yrmcds, https://github.com/cybozu/yrmcds/issues/71
#include <atomic>
#include <memory>
#include <thread>
#include <vector>
struct Passenger { long ticket; };
#ifdef FIXED
class Boat {
protected:
  char before_[64];
#else
class alignas(64) Boat {
#endif
public:
  void run() {
    while (!stop_.load(std::memory_order_relaxed)) {
      if (Passenger *one = waiting_.load(std::memory_order_acquire)) {
        tickets_ += one->ticket;
        waiting_.store(nullptr, std::memory_order_release);
        busy_.store(false, std::memory_order_release);
      }
    }
  }
  bool free() const { return !busy_.load(std::memory_order_acquire); }
  void board(Passenger *one) {
    busy_.store(true, std::memory_order_relaxed);
    waiting_.store(one, std::memory_order_release);
  }
  void stop() { stop_.store(true); }
protected:
  std::atomic<bool> busy_{false}, stop_{false};
  std::atomic<Passenger *> waiting_{nullptr};
  long tickets_ = 0;
#ifdef FIXED
  char after_[64];
#endif
};

int main() {
  std::vector<std::unique_ptr<Boat>> boats;
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i)
    boats.emplace_back(new Boat); // expect: fsfind-ineffective-padding
  for (auto &boat : boats) {
    Boat *own = boat.get();
    threads.emplace_back([own] { own->run(); });
  }
  Passenger passenger{1};
  for (long i = 0; i < 10000000; ++i)
    if (boats[i % 8]->free())
      boats[i % 8]->board(&passenger);
  for (auto &boat : boats)
    boat->stop();
  for (auto &thread : threads)
    thread.join();
}
