#pragma once
#include <atomic>
#include <cstddef>
#ifdef FIXED
#define SIDE alignas(64)
#else
#define SIDE
#endif
class Chute {
  struct {
    alignas(64) std::atomic<std::size_t> tail{0};
    alignas(64) std::atomic<std::size_t> head{0};
    alignas(64) int parcels[128];
  } ring_;
  struct SIDE { long sent = 0; } sender_; // expect: fsfind-adjacent-thread-fields
  struct SIDE { long grams = 0; } receiver_; // expect: fsfind-adjacent-thread-fields
public:
  static Chute **all;
  void send(int parcel);
  bool receive();
};
