// project: LeanStore (backend/leanstore/storage/buffer-manager/BufferManager.cpp, utils/Parallelize.hpp)
// reference: reduced from memory; the released buffer manager touches the pool and constructs its frames in all hardware threads
// kind: first-touch
// starts: visible
// wrong: the constructor of the buffer manager maps the pool and constructs and zeroes every frame in the main thread; the workers
//        of the transaction threads and the page providers then use these frames from all nodes.
#include <atomic>
#include <cstdint>
#include <cstring>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <sys/mman.h>
#include <thread>
#include <vector>

using u8 = uint8_t;
using u64 = uint64_t;
using PID = u64;

namespace leanstore {
namespace utils {
class Parallelize {
 public:
  static void range(u64 threads_count, u64 n, std::function<void(u64 t_i, u64 begin, u64 end)> callback) {
    const u64 block_size = n / threads_count;
    std::vector<std::thread> threads;
    for (u64 t_i = 0; t_i < threads_count; t_i++) {
      const u64 begin = t_i * block_size;
      const u64 end = t_i == threads_count - 1 ? n : begin + block_size;
      threads.emplace_back([=, &callback]() { callback(t_i, begin, end); });
    }
    for (auto& thread : threads) thread.join();
  }
  static void parallelRange(u64 n, std::function<void(u64 begin, u64 end)> callback) {
    const u64 hw_threads = std::thread::hardware_concurrency();
    range(hw_threads, n, [&](u64, u64 begin, u64 end) { callback(begin, end); });
  }
};
}  // namespace utils

namespace storage {
constexpr u64 PAGE_SIZE = 16 * 1024;

struct BufferFrame {
  enum class STATE : u8 { FREE = 0, HOT = 1, COOL = 2, LOADED = 3 };
  struct Header {
    u64 last_writer_worker_id = ~0ull;
    u64 last_written_plsn = 0;
    STATE state = STATE::FREE;
    bool is_being_written_back = false;
    bool keep_in_memory = false;
    PID pid = 9999;
    std::atomic<u64> latch{0};
    BufferFrame* next_free_bf = nullptr;
  };
  struct alignas(512) Page {
    u64 PLSN = 0;
    u64 GSN = 0;
    u64 dt_id = 9999;
    u8 dt[PAGE_SIZE - 3 * sizeof(u64)];
  };

  BufferFrame() { std::memset(page.dt, 0, sizeof(page.dt)); } // expect: fsfind-serial-first-touch
  void reset() {
    header.last_writer_worker_id = ~0ull;
    header.last_written_plsn = 0;
    header.state = STATE::FREE;
    header.pid = 9999;
    header.next_free_bf = nullptr;
  }

  Header header;
  Page page;
};

struct FreeList {
  alignas(64) std::mutex mutex;
  BufferFrame* head = nullptr;
  u64 counter = 0;

  void push(BufferFrame& bf) {
    std::lock_guard<std::mutex> guard(mutex);
    bf.header.next_free_bf = head;
    head = &bf;
    counter++;
  }
  BufferFrame* tryPop() {
    std::lock_guard<std::mutex> guard(mutex);
    BufferFrame* bf = head;
    if (bf) {
      head = bf->header.next_free_bf;
      counter--;
    }
    return bf;
  }
};

struct Partition {
  FreeList dram_free_list;
  alignas(64) u64 next_pid = 0;
};

class BufferManager {
 public:
  BufferManager(u64 pool_size, u64 partitions_count);
  ~BufferManager();
  BufferFrame& allocatePage(u64 worker);
  u64 checkAllFrames();
  void startWorkers(u64 count, u64 transactions);

 private:
  BufferFrame* bfs;
  u64 dram_pool_size;
  u64 dram_total_size;
  u64 partitions_count;
  std::vector<Partition> partitions;
  std::vector<std::thread> workers;
};

BufferManager::BufferManager(u64 pool_size, u64 partitions_count)
    : dram_pool_size(pool_size), partitions_count(partitions_count), partitions(partitions_count) {
  const u64 safety_pages = 10;
  dram_total_size = sizeof(BufferFrame) * (dram_pool_size + safety_pages);
  void* big_memory_chunk = mmap(nullptr, dram_total_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (big_memory_chunk == MAP_FAILED) throw std::runtime_error("could not map the DRAM pool");
  bfs = reinterpret_cast<BufferFrame*>(big_memory_chunk);
  madvise(bfs, dram_total_size, MADV_HUGEPAGE);
  madvise(bfs, dram_total_size, MADV_DONTFORK);
#ifdef FIXED
  utils::Parallelize::parallelRange(dram_total_size,
                                    [&](u64 begin, u64 end) { std::memset(reinterpret_cast<u8*>(bfs) + begin, 0, end - begin); });
  utils::Parallelize::parallelRange(dram_pool_size, [&](u64 begin, u64 end) {
    for (u64 bf_i = begin; bf_i < end; bf_i++) {
      Partition& partition = partitions[bf_i % this->partitions_count];
      partition.dram_free_list.push(*new (bfs + bf_i) BufferFrame());
    }
  });
#else
  std::memset(static_cast<void*>(bfs), 0, dram_total_size); // expect: fsfind-serial-first-touch
  for (u64 bf_i = 0; bf_i < dram_pool_size; bf_i++) {
    Partition& partition = partitions[bf_i % partitions_count];
    partition.dram_free_list.push(*new (bfs + bf_i) BufferFrame()); // expect: fsfind-serial-first-touch
  }
#endif
}

BufferManager::~BufferManager() {
  for (auto& worker : workers) worker.join();
  munmap(bfs, dram_total_size);
}

BufferFrame& BufferManager::allocatePage(u64 worker) {
  for (u64 p_i = worker;; p_i++) {
    BufferFrame* bf = partitions[p_i % partitions_count].dram_free_list.tryPop();
    if (bf) {
      bf->header.state = BufferFrame::STATE::HOT;
      bf->header.last_writer_worker_id = worker;
      return *bf;
    }
  }
}

void BufferManager::startWorkers(u64 count, u64 transactions) {
  for (u64 w = 0; w < count; w++)
    workers.emplace_back([this, w, transactions]() {
      for (u64 tx = 0; tx < transactions; tx++) {
        BufferFrame& bf = allocatePage(w);
        bf.page.dt_id = w;
        for (u64 i = 0; i < sizeof(bf.page.dt); i += 64) bf.page.dt[i] = static_cast<u8>(tx + i);
        bf.page.GSN = tx;
      }
    });
}

u64 BufferManager::checkAllFrames() {
  std::atomic<u64> hot{0};
  utils::Parallelize::parallelRange(dram_pool_size, [&](u64 begin, u64 end) {
    u64 local = 0;
    for (u64 bf_i = begin; bf_i < end; bf_i++) local += bfs[bf_i].header.state == BufferFrame::STATE::HOT;
    hot += local;
  });
  return hot.load();
}
}  // namespace storage
}  // namespace leanstore
