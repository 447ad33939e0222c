#include "c2c-ingest/perf/BatchWorkers.h"

#include "c2c-ingest/base/Parallel.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>

namespace fsfind::perf {
namespace {

struct OwnedBatch {
  std::vector<std::byte> bytes;
  std::uint64_t position = 0;
};

/// Blocks the producer while consumers are behind, so memory stays bounded.
class BatchQueue {
public:
  explicit BatchQueue(std::size_t capacity) : capacity_(capacity) {}

  /// Drops the batch if the queue is closed: a consumer has failed.
  void push(OwnedBatch batch) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || batches_.size() < capacity_; });
    if (closed_)
      return;
    batches_.push_back(std::move(batch));
    changed_.notify_all();
  }
  void close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
  }
  /// None when closed and empty.
  std::optional<OwnedBatch> pop() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return closed_ || !batches_.empty(); });
    if (batches_.empty())
      return std::nullopt;
    OwnedBatch batch = std::move(batches_.front());
    batches_.pop_front();
    changed_.notify_all();
    return batch;
  }

private:
  const std::size_t capacity_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<OwnedBatch> batches_;
  bool closed_ = false;
};

/// Closes the queue at the end of a scope, also by an exception, so that the other threads do not
/// wait for ever.
class Closing {
public:
  explicit Closing(BatchQueue &queue) : queue_(queue) {}
  ~Closing() { queue_.close(); }
  Closing(const Closing &) = delete;
  Closing &operator=(const Closing &) = delete;

private:
  BatchQueue &queue_;
};

/// Passes decompressed runs on; the first walk has kept the others.
class DecompressedRuns final : public StreamObserver {
public:
  explicit DecompressedRuns(std::function<void(const RecordBatch &)> pass)
      : pass_(std::move(pass)) {}
  void onRecord(const Record &, bool) override {}
  void onRun(const RecordBatch &run, std::uint64_t, bool decompressed) override {
    if (decompressed)
      pass_(run);
  }

private:
  std::function<void(const RecordBatch &)> pass_;
};

void walk(const RecordStream &stream, bool swap, std::function<void(const RecordBatch &)> pass) {
  DecompressedRuns runs(std::move(pass));
  StreamWalk(stream, swap, runs).run(); // a tear was noted by the first walk
}

} // namespace

void consumeBatches(const std::vector<RecordBatch> &batches, unsigned workers,
                    const Recording::BatchConsumer &consume) {
  ingest::parallelForEach(batches.size(), workers, [&](unsigned worker, std::size_t index) {
    consume(worker, batches[index]);
  });
}

void consumeDecompressed(const RecordStream &stream, bool swap, unsigned workers,
                         const Recording::BatchConsumer &consume) {
  BatchQueue queue(2 * std::max(workers, 1U));
  ingest::Workers consumers(0, workers > 1 ? workers : 0, [&](unsigned worker) {
    const Closing closing(queue);
    while (const std::optional<OwnedBatch> batch = queue.pop())
      consume(worker, {batch->bytes, batch->position});
  });
  if (consumers.started() == 0)
    return walk(stream, swap, [&](const RecordBatch &run) { consume(0, run); });
  {
    const Closing closing(queue);
    walk(stream, swap, [&](const RecordBatch &run) {
      queue.push({{run.bytes.begin(), run.bytes.end()}, run.position});
    });
  }
  consumers.join();
}

} // namespace fsfind::perf
