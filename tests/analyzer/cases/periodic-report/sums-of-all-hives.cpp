// Threads weigh hives, each with a count of its own beside the last total that a reporter stores
// there. Mended, the reporter does so every half second. Twist: it goes through all hives in a loop
// that has no pause, within the one that has.
// args: -std=c++20
// suspect: object
#include <chrono>
#include <thread>
#include <vector>

struct Hive {
  long weighed = 0;  // expect: fsfind-adjacent-thread-fields
  long reported = 0; // expect: fsfind-adjacent-thread-fields
};

static Hive hives[3];
static std::size_t kept = 3;

static void weigh() {
  for (long round = 0; round < 50'000'000; ++round)
    hives[0].weighed += round & 3;
}

[[noreturn]] static void report() {
  constexpr std::chrono::milliseconds pause(500);
  for (;;) {
#ifdef FIXED
    std::this_thread::sleep_for(pause);
#endif
    for (std::size_t i = 0; i < kept; ++i)
      hives[i].reported += 1;
  }
}

int main() {
  std::thread reporter(report);
  std::thread weigher(weigh);
  weigher.join();
  reporter.join();
}
