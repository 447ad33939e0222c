// Elements of a std::vector by thread; the vector is passed by reference, the element by methods.
#include "tests/naming/programs/support.h"

#include <cstddef>
#include <thread>
#include <vector>

namespace metrics {

class Shard {
public:
  void record(unsigned value) {
    ++count_;
    sum_ += value;
    if (value > max_)
      max_ = value;
  }
  void tellAll(long index) const {
    TELL_MEMBER("heap", "", index, "metrics::Shard", *this, count_);
    TELL_MEMBER("heap", "", index, "metrics::Shard", *this, sum_);
    TELL_MEMBER("heap", "", index, "metrics::Shard", *this, max_);
  }

private:
  unsigned long count_ = 0;
  unsigned long sum_ = 0;
  unsigned max_ = 0;
};

} // namespace metrics

namespace {

void sample(std::vector<metrics::Shard> &shards, std::size_t self) {
  auto seed = static_cast<unsigned>(self);
  for (int round = 0; round < 20000; ++round) {
    seed = work(seed);
    shards[self].record(seed & 0xFFFF);
  }
}

} // namespace

int main() {
  std::vector<metrics::Shard> shards(4);
  for (std::size_t i = 0; i < shards.size(); ++i)
    shards[i].tellAll(static_cast<long>(i));
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < shards.size(); ++i)
    threads.emplace_back(sample, std::ref(shards), i);
  for (std::thread &thread : threads)
    thread.join();
}
