// How long a thread waits at a turnstile.
#ifdef FIXED
extern thread_local unsigned long pauseSeed;
#else
extern unsigned long pauseSeed;
#endif
extern unsigned long waitRounds;
inline unsigned long draw() {
  pauseSeed = pauseSeed * 6364136223846793005UL + 1442695040888963407UL;
  return pauseSeed >> 33;
}

inline unsigned long drawBelow(unsigned long limit) { return limit ? draw() % limit : 0; }
