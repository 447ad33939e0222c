// Allocation-heavy: threads make small objects, hand half of them on, and count by size.
#include <array>
#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr int kThreads = 6, kParcels = 20000, kDepots = 5;

struct Parcel {
  std::unique_ptr<Parcel> inside;
  std::array<char, 40> label{};
  int weight = 0;
};

struct alignas(64) Depot {
  std::atomic<long> received{0}, weight{0};
};

std::array<Depot, kDepots> depots;
std::array<std::atomic<Parcel *>, 64> shelf;

void sort(int self) {
  for (int i = 0; i < kParcels; ++i) {
    auto parcel = std::make_unique<Parcel>();
    parcel->weight = i + self;
    if (i % 3 == 0)
      parcel->inside = std::make_unique<Parcel>();
    for (std::size_t depot = 0; depot < kDepots && i % (1 << depot) == 0; ++depot)
      depots[depot].received.fetch_add(1);
    if (i % 2 == 0)
      parcel.reset(
          shelf[static_cast<std::size_t>(i + self) % shelf.size()].exchange(parcel.release()));
    if (parcel)
      parcel->label[0] = 1;
  }
}

} // namespace

int main() {
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back(sort, i);
  for (std::thread &thread : threads)
    thread.join();
}
