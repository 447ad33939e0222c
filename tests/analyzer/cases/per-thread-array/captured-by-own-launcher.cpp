// Each porter counts his trunks in the element whose number his lambda has captured. Twist: the
// lambda goes through a launcher of the program's own, which takes it as std::function.
#include <functional>
#include <thread>
#include <vector>

#ifdef FIXED
struct alignas(64) Trunks {
  long count;
};
#else
struct Trunks {
  long count; // expect: fsfind-per-thread-slots
};
#endif
static Trunks trunks[8]; // expect: fsfind-per-thread-slots
static std::vector<std::thread> porters;

void launch(std::function<void()> work) { porters.emplace_back(work); }

int main() {
  for (int porter = 0; porter < 8; ++porter)
    launch([porter] {
      for (long turn = 0; turn < 1000000; ++turn)
        trunks[porter].count += turn & 3;
    });
  for (std::thread &porter : porters)
    porter.join();
}
