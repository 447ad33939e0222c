// The author's names for containers and arrays, in parameters and members; values given to their
// methods; types that are deduced.
#include <array>
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

namespace {

using Beds = std::vector<long>;
typedef int Doses[4];

struct Ward {
  Beds beds;
  Doses doses = {1, 2};
  const std::unique_ptr<std::atomic<int>[]> visits;

  Ward() : visits(std::make_unique<std::atomic<int>[]>(4)) { beds.assign(3, 7); }
};

std::array<long, 4> calls{1, 2, 3, 4};

void admit(Beds &beds, int nurse) {
  beds[nurse] = beds[nurse] + 1;
}

long occupied(const Beds &beds) {
  long all = 0;
  for (long one : beds)
    all += one;
  return all;
}

} // namespace

int main() {
  Ward ward;
  ward.beds.push_back(8);
  auto steps = std::make_unique<unsigned long[]>(4);
  std::vector<std::thread> nurses;
  for (int nurse = 0; nurse < 4; ++nurse)
    nurses.emplace_back([&ward, &steps, nurse] {
      for (int round = 0; round < 8000; ++round) {
        admit(ward.beds, nurse);
        ward.doses[nurse] += round % 3;
        ward.visits[nurse].fetch_add(1, std::memory_order_relaxed);
        steps[nurse] += 11;
        calls[nurse] = calls[nurse] + ward.doses[nurse] % 2;
      }
    });
  for (std::thread &nurse : nurses)
    nurse.join();
  for (int nurse = 0; nurse < 4; ++nurse)
    std::printf("%d %d %lu %ld\n", ward.doses[nurse], ward.visits[nurse].load(), steps[nurse],
                calls[nurse]);
  std::printf("%ld\n", occupied(ward.beds));
  return 0;
}
