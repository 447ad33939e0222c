#include "signals.h"

#ifdef FIXED
Signals::Signals(int platforms) : platforms_(platforms), signals_(platforms) {}
#define FLAG(platform) signals_[platform].clear
#else
Signals::Signals(int platforms) : platforms_(platforms), signals_(new bool[platforms]()) {}
#define FLAG(platform) signals_[platform]
#endif

void Signals::set(int platform, bool clear) {
  __atomic_store_n(&FLAG(platform), clear, __ATOMIC_RELEASE);
}

bool Signals::allClear() const {
  for (int platform = 0; platform < platforms_; ++platform)
    if (!__atomic_load_n(&FLAG(platform), __ATOMIC_ACQUIRE))
      return false;
  return true;
}
