// suspect: threads, object
// In the register of a ferry line a recorder's pointer, which each look-up tests, lies directly
// before the mutex that each booking takes. Twist: both operations are virtual functions; pointer
// and mutex are private members of two nested classes, and a guard keeps a pointer to the second.
#include <atomic>
#include <mutex>
#include <string>

class Tap {
public:
  bool on() const { return to_.load(std::memory_order_relaxed) != nullptr; }
  void record(const std::string &cabin) { to_.load()->append(cabin); }
private:
  std::atomic<std::string *> to_{nullptr}; // expect: fsfind-adjacent-thread-fields
};
class RankedMutex {
public:
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  const int rank = 2;
private:
  std::mutex mutex_; // expect: fsfind-adjacent-thread-fields
};
struct Locked {
  explicit Locked(RankedMutex *one) : mutex(one) { mutex->lock(); }
  ~Locked() { mutex->unlock(); }
  RankedMutex *const mutex;
};
struct Register {
  virtual ~Register() = default;
  virtual void look(const std::string *cabins, int count) = 0;
  virtual void book(const std::string *cabins, int count) = 0;
};
long find(const std::string &cabin);
class FerryRegister : public Register {
  void look(const std::string *cabins, int count) override {
    for (int i = 0; i < count; ++i)
      if (find(cabins[i]) >= 0 && tap_.on())
        tap_.record(cabins[i]);
  }
  void book(const std::string *cabins, int count) override {
    for (int i = 0; i < count; ++i) {
      Locked locked(&mutex_);
      bookings_ += find(cabins[i]) < 0;
    }
  }
#ifdef FIXED
  Tap tap_;
  alignas(64) RankedMutex mutex_;
  alignas(64) long bookings_ = 0;
#else
  Tap tap_;           // expect: fsfind-adjacent-thread-fields
  RankedMutex mutex_; // expect: fsfind-adjacent-thread-fields
  long bookings_ = 0;
#endif
};
Register *openRegister() { return new FerryRegister; }
