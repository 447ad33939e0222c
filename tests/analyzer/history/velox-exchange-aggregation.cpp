// project: Velox (velox/exec/ExchangeAggregation.h)
// reference: https://github.com/facebookincubator/velox/pull/15059 (read)
// kind: per-thread-array
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: each driver hands its partitioned batches to a bucket through a slot of its own; the slots are bare atomic pointers
//        in a vector, eight to a line. Mended, as asked in review, by a struct aligned to a line.
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace facebook::velox::exec {

using vector_size_t = int32_t;

struct RowVector {
  std::vector<int64_t> keys;
  std::vector<int64_t> values;
};
using RowVectorPtr = std::shared_ptr<RowVector>;

struct Partitioned {
  RowVectorPtr input;
  std::vector<vector_size_t> rows;
  Partitioned* next = nullptr;
};

class GroupingSet {
 public:
  void addInput(const RowVectorPtr& input, const std::vector<vector_size_t>& rows) {
    for (auto row : rows) {
      groups_[input->keys[row]] += input->values[row];
    }
  }

  int64_t numGroups() const {
    return static_cast<int64_t>(groups_.size());
  }

 private:
  std::unordered_map<int64_t, int64_t> groups_;
};

class PartitionBucket {
 public:
  PartitionBucket(int32_t bucketId, size_t numProducers)
      : bucketId_(bucketId), bucketSize_(numProducers), slots_(numProducers) {}

  PartitionBucket(const PartitionBucket&) = delete;
  PartitionBucket& operator=(const PartitionBucket&) = delete;

  // Called by the driver 'producer' only. Prepends to the batches which the
  // consumer has not taken yet.
  void addPartitioned(size_t producer, Partitioned* partitioned) {
    auto& slot = slotAt(producer);
    auto* head = slot.load(std::memory_order_relaxed);
    do {
      partitioned->next = head;
    } while (!slot.compare_exchange_weak(
        head, partitioned, std::memory_order_release, std::memory_order_relaxed));
    if (!needToConsume_.load(std::memory_order_relaxed)) {
      needToConsume_.store(true, std::memory_order_release);
    }
  }

  bool tryConsume() {
    bool expected = false;
    if (!busy_.compare_exchange_strong(expected, true, std::memory_order_acquire)) {
      return false;
    }
    needToConsume_.store(false, std::memory_order_relaxed);
    for (size_t i = 0; i < bucketSize_; ++i) {
      consumeList(slotAt(i).exchange(nullptr, std::memory_order_acquire));
    }
    busy_.store(false, std::memory_order_release);
    return true;
  }

  bool needToConsume() const {
    return needToConsume_.load();
  }

  int64_t numGroups() const {
    return groupingSet_.numGroups();
  }

  std::string toString() const {
    return "PartitionBucket[" + std::to_string(bucketId_) + ", " + std::to_string(bucketSize_) + " producers]";
  }

 private:
#ifdef FIXED
  struct alignas(64) Slot {
    std::atomic<Partitioned*> head{nullptr};
  };

  std::atomic<Partitioned*>& slotAt(size_t i) {
    return slots_[i].head;
  }
#else
  std::atomic<Partitioned*>& slotAt(size_t i) {
    return slots_[i];
  }
#endif

  void consumeList(Partitioned* list) {
    while (list) {
      std::unique_ptr<Partitioned> current(list);
      list = current->next;
      groupingSet_.addInput(current->input, current->rows);
    }
  }

  const int32_t bucketId_;
  const size_t bucketSize_;
#ifdef FIXED
  std::vector<Slot> slots_;
  alignas(64) std::atomic<bool> needToConsume_{false};
  alignas(64) std::atomic<bool> busy_{false};
#else
  std::vector<std::atomic<Partitioned*>> slots_; // expect: fsfind-per-thread-slots
  alignas(64) std::atomic<bool> needToConsume_{false};
  alignas(64) std::atomic<bool> busy_{false};
#endif
  GroupingSet groupingSet_;
};

class DriverCtx {
 public:
  DriverCtx(uint32_t driverId, uint32_t partitionId) : driverId(driverId), partitionId(partitionId) {}
  const uint32_t driverId;
  const uint32_t partitionId;
};

class ExchangeAggregation {
 public:
  ExchangeAggregation(const DriverCtx* ctx, std::vector<std::unique_ptr<PartitionBucket>>& buckets)
      : driverCtx_(ctx), buckets_(buckets) {}

  void addInput(const RowVectorPtr& input) {
    const auto numBuckets = buckets_.size();
    std::vector<Partitioned*> batches(numBuckets, nullptr);
    for (vector_size_t row = 0; row < static_cast<vector_size_t>(input->keys.size()); ++row) {
      auto& batch = batches[static_cast<uint64_t>(input->keys[row]) * 0x9E3779B97F4A7C15ull % numBuckets];
      if (!batch) {
        batch = new Partitioned{input, {}, nullptr};
      }
      batch->rows.push_back(row);
    }
    for (size_t i = 0; i < numBuckets; ++i) {
      if (batches[i]) {
        buckets_[i]->addPartitioned(driverCtx_->driverId, batches[i]);
      }
    }
    for (auto& bucket : buckets_) {
      if (bucket->needToConsume()) {
        bucket->tryConsume();
      }
    }
  }

  void noMoreInput() {
    for (auto& bucket : buckets_) {
      while (bucket->needToConsume()) {
        bucket->tryConsume();
      }
    }
  }

 private:
  const DriverCtx* const driverCtx_;
  std::vector<std::unique_ptr<PartitionBucket>>& buckets_;
};

std::vector<std::unique_ptr<PartitionBucket>> makeBuckets(int32_t numBuckets, size_t numDrivers) {
  std::vector<std::unique_ptr<PartitionBucket>> buckets;
  for (int32_t i = 0; i < numBuckets; ++i) {
    buckets.push_back(std::make_unique<PartitionBucket>(i, numDrivers));
  }
  return buckets;
}
} // namespace facebook::velox::exec
