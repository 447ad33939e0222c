// A queue of pots: the index that its owner stores and the age that others change by
// compare-and-swap are in a base class template; a derived one adds slots. Twist: protected
// accessors; a macro declares an assertion or padding; class-specific new calls malloc.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <cstdint>
#include <cstdlib>
#ifdef FIXED
#define BETWEEN(n) char between##n[64];
#else
#define BETWEEN(n) static_assert(n >= 0, "");
#endif
template <unsigned N> class Ends {
  BETWEEN(0)
  std::atomic<uint32_t> filled_{0}; // expect: fsfind-adjacent-thread-fields
  BETWEEN(1)
  std::atomic<uint32_t> age_{0}; // expect: fsfind-adjacent-thread-fields
  BETWEEN(2)
protected:
  uint32_t filled() const { return filled_.load(); }
  void setFilled(uint32_t to) { filled_.store(to, std::memory_order_release); }
  uint32_t age() const { return age_.load(); }
  bool replaceAge(uint32_t old) { return age_.compare_exchange_strong(old, old + 1); }
};
template <class Pot, unsigned N> class Shelf : public Ends<N> {
public:
  static void *operator new(std::size_t size) { return std::malloc(size); }
  bool add(Pot *pot) {
    const uint32_t at = this->filled();
    if (at - this->age() == N)
      return false;
    pots_[at % N].store(pot, std::memory_order_relaxed);
    this->setFilled(at + 1);
    return true;
  }
  Pot *take() {
    const uint32_t old = this->age();
    if (old == this->filled())
      return nullptr;
    Pot *pot = pots_[old % N].load(std::memory_order_relaxed);
    return this->replaceAge(old) ? pot : nullptr;
  }
private:
  std::atomic<Pot *> *pots_ = new std::atomic<Pot *>[N];
};
struct Pot;
static Shelf<Pot, 1024> *shelves[64];
void addShelf(int potter) { shelves[potter] = new Shelf<Pot, 1024>; }
bool give(int potter, Pot *pot) { return shelves[potter]->add(pot); }
Pot *takeFrom(unsigned random) {
  for (unsigned i = 0; i < 64; ++i)
    if (Pot *pot = shelves[(random + i) % 64]->take())
      return pot;
  return nullptr;
}
