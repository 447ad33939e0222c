// Elements of a std::deque, and nodes of a std::list, by thread.
#include "tests/naming/programs/support.h"

#include <deque>
#include <list>
#include <thread>
#include <vector>

namespace {

struct Slot {
  unsigned turns = 0;
  float load = 0;
};

struct Ticket {
  long stamps = 0;
  bool used = false;
};

void turn(std::deque<Slot> &slots, std::size_t self) {
  unsigned seed = static_cast<unsigned>(self);
  for (int round = 0; round < 12000; ++round) {
    seed = work(seed);
    slots[self].turns++;
    slots[self].load += 0.5f;
  }
}

void stamp(Ticket *ticket) {
  for (unsigned round = 0; round < 12000; ++round) {
    ticket->stamps += work(round) & 1;
    ticket->used = true;
  }
}

} // namespace

int main() {
  std::deque<Slot> slots(3);
  std::list<Ticket> tickets(2);
  for (std::size_t i = 0; i < slots.size(); ++i) {
    TELL_MEMBER("heap", "", static_cast<long>(i), "Slot", slots[i], turns);
    TELL_MEMBER("heap", "", static_cast<long>(i), "Slot", slots[i], load);
  }
  for (Ticket &ticket : tickets) {
    TELL_MEMBER("heap", "", -1, "Ticket", ticket, stamps);
    TELL_MEMBER("heap", "", -1, "Ticket", ticket, used);
  }
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < slots.size(); ++i)
    threads.emplace_back(turn, std::ref(slots), i);
  for (Ticket &ticket : tickets)
    threads.emplace_back(stamp, &ticket);
  for (std::thread &thread : threads)
    thread.join();
}
