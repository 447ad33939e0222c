// A step of evaluating a herbarium keeps vectors with one scalar per slot, written at every sheet.
// They are members of a base, written in a virtual override of a class template.
#include <cstddef>
#include <functional>
#include <numeric>
#include <vector>

template <class T> constexpr std::size_t spacing() {
#ifdef FIXED
  return 64 / sizeof(T);
#else
  return 1;
#endif
}

struct Step {
  virtual ~Step() = default;
  virtual bool check(unsigned slot, long sheet) = 0;
};

class FilterBase : public Step {
public:
  explicit FilterBase(unsigned slots)
      : result_(slots * spacing<int>()), kept_(slots * spacing<long>()),
        dropped_(slots * spacing<long>()) {}
  long kept() const { return std::accumulate(kept_.begin(), kept_.end(), 0l); }

protected:
  std::vector<int> result_;   // expect: fsfind-per-thread-slots
  std::vector<long> kept_;    // expect: fsfind-per-thread-slots
  std::vector<long> dropped_; // expect: fsfind-per-thread-slots
};

template <class Predicate> class Filter final : public FilterBase {
  Predicate predicate_;

public:
  Filter(Predicate predicate, unsigned slots) : FilterBase(slots), predicate_(predicate) {}
  bool check(unsigned slot, long sheet) override {
    const bool passed = predicate_(sheet);
    passed ? ++kept_[slot * spacing<long>()] : ++dropped_[slot * spacing<long>()];
    result_[slot * spacing<int>()] = passed;
    return passed;
  }
};

struct Executor {
  void run(long sheets, const std::function<void(unsigned slot, long from, long to)> &part);
};

long countAlpine(Executor &executor, long sheets, unsigned slots) {
  auto alpine = [](long sheet) { return sheet % 7 == 3; };
  Filter<decltype(alpine)> filter(alpine, slots);
  executor.run(sheets, [&step = static_cast<Step &>(filter)](unsigned slot, long from, long to) {
    for (long sheet = from; sheet < to; ++sheet)
      step.check(slot, sheet);
  });
  return filter.kept();
}
