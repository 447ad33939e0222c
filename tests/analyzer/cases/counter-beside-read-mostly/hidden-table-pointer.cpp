// also-true: fsfind-contended-atomic
// An atomic number that every change of a lighthouse log draws lies between the hidden pointer to
// the table of virtual methods and the pointer to the log's pages, which every operation reads. The
// three belong to the root, the middle and the last class of a hierarchy.
// known-miss: virtual calls through a base are not resolved to the methods that read
// as in: STO, https://github.com/readablesystems/sto/pull/9
#include <atomic>
#include <thread>

class Stored {
public:
  virtual ~Stored() = default;
  virtual bool check(long number) const = 0;
};

template <class Number> class Numbered : public Stored { // expect: fsfind-adjacent-thread-fields
public:
  Number draw() { return next_.fetch_add(1, std::memory_order_relaxed); }
protected:
#ifdef FIXED
  char before_[64];
  std::atomic<Number> next_{1};
  char after_[64];
#else
  std::atomic<Number> next_{1}; // expect: fsfind-adjacent-thread-fields
#endif
};

class Log : public Numbered<long> {
public:
  explicit Log(long n) { pages_.lines = new std::atomic<long>[n](); }
  bool check(long number) const override { return line(number).load() == 0; }
private:
  std::atomic<long> &line(long number) const { return pages_.lines[number % 4096]; }
  struct {
    std::atomic<long> *lines;
  } pages_; // expect: fsfind-adjacent-thread-fields
};

static Log &log() {
  static Log log(4096);
  return log;
}

static bool commit(const Stored &stored, long number) { return stored.check(number); }

static void keep(Log &log) {
  for (int i = 0; i < 10000000; ++i)
    commit(log, log.draw());
}

int main() {
  std::thread other([] { keep(log()); });
  keep(log());
  other.join();
}
