// suspect: threads
// A small record of each thread that sells tickets lives on the heap; whoever comes first
// allocates those of all threads in a row, so that two may meet in a line. Twist: make_unique in a
// loop, pushed into a vector under a mutex; a thread keeps a thread-local pointer to its own.
#include <cstddef>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

unsigned boothNumber(); // of a library
struct Ticket {
  Ticket *next;
};
struct Cursor {
  void lay(Ticket *one) {
    one->next = at;
    at = one;
  }
  Ticket *take() { return at ? std::exchange(at, at->next) : nullptr; }
  Ticket *at = nullptr;
};
#ifdef FIXED
struct alignas(128) Office {
#else
struct Office {
#endif
  Cursor free; // expect: fsfind-per-thread-slots | fsfind-adjacent-thread-fields
  void *stock = nullptr;
  std::size_t used = 0; // expect: fsfind-per-thread-slots | fsfind-adjacent-thread-fields
};
struct Offices {
  static Offices &instance() {
    static Offices all;
    return all;
  }
  Office *own() {
    const std::lock_guard<std::mutex> guard(mutex);
    while (offices.size() < 64)
      offices.push_back(std::make_unique<Office>());
    return offices[boothNumber()].get();
  }
  std::mutex mutex;
  std::vector<std::unique_ptr<Office>> offices;
};
static Office *ownOffice() {
  static thread_local Office *office = Offices::instance().own();
  return office;
}

void exchangeTickets(Ticket **tickets, int count) {
  for (int i = 0; i < count; ++i) {
    ownOffice()->free.lay(tickets[i]);
    tickets[i] = ownOffice()->free.take();
    ++ownOffice()->used;
  }
}
