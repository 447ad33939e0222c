#pragma once
#include <memory>
#include <vector>

struct Signals {
  explicit Signals(int platforms);
  void set(int platform, bool clear);
  bool allClear() const;
  int platforms_;
#ifdef FIXED
  struct alignas(64) Signal {
    bool clear = false;
  };
  std::vector<Signal> signals_;
#else
  std::unique_ptr<bool[]> signals_; // expect: fsfind-per-thread-slots
#endif
};

struct Depot {
  void shuntAll();
  Signals signals;
};
