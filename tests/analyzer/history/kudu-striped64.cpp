// project: Apache Kudu (src/kudu/util/striped64.h)
// reference: reduced from memory; the released cells come from posix_memalign
// kind: ineffective-padding
// starts: hidden
// args: -std=c++14
// also-true: fsfind-contended-atomic
// wrong: the cells of a striped counter are declared aligned to a line, but allocated by new[], which before C++17 gives
//        sixteen bytes: each cell overlaps two lines with its neighbours.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

#define CACHELINE_SIZE 64
#define CACHELINE_ALIGNED __attribute__((aligned(CACHELINE_SIZE)))
#define DISALLOW_COPY_AND_ASSIGN(TypeName) \
  TypeName(const TypeName&) = delete;      \
  void operator=(const TypeName&) = delete

namespace kudu {

namespace striped64 {
namespace internal {

class Cell {
 public:
  Cell() : value_(0) {}
  bool CompareAndSet(int64_t cmp, int64_t value) { return value_.compare_exchange_strong(cmp, value); }

  std::atomic<int64_t> value_; // expect: fsfind-ineffective-padding|fsfind-per-thread-slots
  DISALLOW_COPY_AND_ASSIGN(Cell);
} CACHELINE_ALIGNED;

static_assert(sizeof(Cell) == CACHELINE_SIZE, "a cell is a cache line");

}  // namespace internal
}  // namespace striped64

class Striped64 {
 public:
  Striped64() = default;

 protected:
  enum Rehash { kRehash, kNoRehash };

  ~Striped64() {
    striped64::internal::Cell* c = cells_.load();
    if (c) DeleteCells(c);
  }

  static uint64_t GetTlsHashcode();

  template <class Updater>
  void RetryUpdate(Rehash contention, Updater updater);

  void InternalReset(int64_t initial_value);

  static striped64::internal::Cell* NewCells(int32_t n);
  static void DeleteCells(striped64::internal::Cell* cells);

  std::atomic<int64_t> base_{0};
  std::atomic<bool> busy_{false};
  CACHELINE_ALIGNED std::atomic<striped64::internal::Cell*> cells_{nullptr};
  int32_t num_cells_ = 0;

  static const uint32_t kNumCpus = 32;

 private:
  static thread_local uint64_t tls_hashcode_;
  DISALLOW_COPY_AND_ASSIGN(Striped64);
};

class LongAdder : Striped64 {
 public:
  LongAdder() {}
  void IncrementBy(int64_t x);
  void Increment() { IncrementBy(1); }
  void Decrement() { IncrementBy(-1); }
  int64_t Value() const;
  void Reset() { InternalReset(0); }
};

thread_local uint64_t Striped64::tls_hashcode_ = 0;

uint64_t Striped64::GetTlsHashcode() {
  if (tls_hashcode_ == 0) {
    uint64_t h = reinterpret_cast<uint64_t>(&tls_hashcode_) >> 4;
    h *= 0x9E3779B97F4A7C15ull;
    tls_hashcode_ = (h >> 8) | 1;
  }
  return tls_hashcode_;
}

striped64::internal::Cell* Striped64::NewCells(int32_t n) {
  using striped64::internal::Cell;
#ifdef FIXED
  void* mem = nullptr;
  if (posix_memalign(&mem, CACHELINE_SIZE, sizeof(Cell) * n) != 0) abort();
  Cell* cells = static_cast<Cell*>(mem);
  for (int32_t i = 0; i < n; i++) new (&cells[i]) Cell();
  return cells;
#else
  return new Cell[n]; // expect: fsfind-ineffective-padding
#endif
}

void Striped64::DeleteCells(striped64::internal::Cell* cells) {
#ifdef FIXED
  free(cells);
#else
  delete[] cells;
#endif
}

template <class Updater>
void Striped64::RetryUpdate(Rehash contention, Updater updater) {
  using striped64::internal::Cell;
  uint64_t h = GetTlsHashcode();
  while (true) {
    Cell* cells = cells_.load(std::memory_order_acquire);
    if (cells) {
      if (contention == kRehash) {
        h ^= h << 13;
        h ^= h >> 17;
        h ^= h << 5;
        tls_hashcode_ = h;
      }
      Cell* cell = &cells[h & (kNumCpus - 1)];
      int64_t v = cell->value_.load();
      if (cell->CompareAndSet(v, updater(v))) return;
      contention = kRehash;
      continue;
    }
    bool expected = false;
    if (busy_.compare_exchange_strong(expected, true)) {
      if (!cells_.load()) {
        cells_.store(NewCells(kNumCpus), std::memory_order_release);
        num_cells_ = kNumCpus;
      }
      busy_.store(false);
      continue;
    }
    int64_t v = base_.load();
    if (base_.compare_exchange_strong(v, updater(v))) return;
  }
}

void Striped64::InternalReset(int64_t initial_value) {
  base_.store(initial_value);
  striped64::internal::Cell* c = cells_.load(std::memory_order_acquire);
  if (!c) return;
  for (int32_t i = 0; i < num_cells_; i++) c[i].value_.store(initial_value);
}

void LongAdder::IncrementBy(int64_t x) {
  striped64::internal::Cell* cells = cells_.load(std::memory_order_acquire);
  if (cells) {
    striped64::internal::Cell* cell = &cells[GetTlsHashcode() & (kNumCpus - 1)];
    int64_t v = cell->value_.load();
    if (!cell->CompareAndSet(v, v + x)) RetryUpdate(kRehash, [x](int64_t old) { return old + x; });
    return;
  }
  int64_t b = base_.load();
  if (!base_.compare_exchange_strong(b, b + x)) RetryUpdate(kNoRehash, [x](int64_t old) { return old + x; });
}

int64_t LongAdder::Value() const {
  int64_t sum = base_.load(std::memory_order_relaxed);
  striped64::internal::Cell* c = cells_.load(std::memory_order_acquire);
  if (!c) return sum;
  for (int32_t i = 0; i < num_cells_; i++) sum += c[i].value_.load(std::memory_order_relaxed);
  return sum;
}

class Counter {
 public:
  explicit Counter(const char* name) : name_(name) {}
  void IncrementBy(int64_t n) { value_.IncrementBy(n); }
  int64_t value() const { return value_.Value(); }
  const char* name() const { return name_; }

 private:
  const char* const name_;
  LongAdder value_;
};

static Counter g_rows_inserted("rows_inserted");
static Counter g_scans_started("scans_started");

void TabletInsert(int64_t rows) { g_rows_inserted.IncrementBy(rows); }
void TabletScan() { g_scans_started.IncrementBy(1); }
int64_t TabletStats() { return g_rows_inserted.value() + g_scans_started.value(); }

}  // namespace kudu
