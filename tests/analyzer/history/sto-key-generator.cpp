// project: STO (ordered_index)
// reference: https://github.com/readablesystems/sto/pull/9 (read)
// kind: counter-beside-read-mostly
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: the key generator of a base class shares a line with the table pointer, and with the virtual table pointer that every
//        commit reads.
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace bench {
constexpr std::size_t CACHE_LINE_SIZE = 64;

struct TransItem {
  uint64_t key;
  void* node;
};

class TObject {
public:
  virtual ~TObject() = default;
  virtual bool lock(TransItem& item) = 0;
  virtual void install(TransItem& item) = 0;
};

struct basic_table {
  void* root;
  void* find(uint64_t key) const;
};

template <typename V> class index_common : public TObject {
public:
  uint64_t gen_key() { return key_gen_.fetch_add(1, std::memory_order_relaxed); }

protected:
#ifdef FIXED
  char before_[CACHE_LINE_SIZE];
  std::atomic<uint64_t> key_gen_{0};
  char after_[CACHE_LINE_SIZE];
#else
  std::atomic<uint64_t> key_gen_{0}; // expect: fsfind-adjacent-thread-fields
#endif
};

template <typename V> class ordered_index : public index_common<V> {
public:
  ordered_index() = default;
  void* lookup(uint64_t key) const { return table_.find(key); }
  bool lock(TransItem& item) override {
    auto* word = static_cast<std::atomic<uint64_t>*>(item.node);
    uint64_t unlocked = 0;
    return word->compare_exchange_strong(unlocked, 1);
  }
  void install(TransItem& item) override {
    static_cast<std::atomic<uint64_t>*>(item.node)->store(0, std::memory_order_release);
  }

private:
  basic_table table_{nullptr}; // expect: fsfind-adjacent-thread-fields
  int width_ = 15;
};
} // namespace bench

struct bid_row {
  double amount;
};

static void run_transactions(bench::ordered_index<bid_row>& bids, int n) {
  for (int i = 0; i < n; ++i) {
    bench::TransItem item{bids.gen_key(), nullptr};
    item.node = bids.lookup(item.key);
    bench::TObject& object = bids;
    if (item.node && object.lock(item)) object.install(item);
  }
}

void rubis(int threads, int transactions) {
  static bench::ordered_index<bid_row> bids;
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t) workers.emplace_back([transactions] { run_transactions(bids, transactions); });
  for (auto& w : workers) w.join();
}
