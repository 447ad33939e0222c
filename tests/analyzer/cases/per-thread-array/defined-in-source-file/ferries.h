#pragma once
#include <atomic>
#include <cstdint>

struct Berth;
struct Harbour;
struct PilotArguments {
  int number;
  Harbour *harbour;
};
struct Harbour {
  explicit Harbour(int count);
  void pilot(PilotArguments own);
  Berth *berths; // expect: fsfind-per-thread-slots
  std::atomic<int> idle{0};
};
void moor(std::uint32_t place);
void waitForShip();
