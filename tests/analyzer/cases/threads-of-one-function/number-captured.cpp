// A lambda has a copy of the number that the function around it was called with.
#include <thread>
#include <vector>

struct Survey {
#ifdef FIXED
  alignas(64) long walkers = 0;
  alignas(64) long riders = 0;
#else
  long walkers = 0;
  long riders = 0; // expect: fsfind-adjacent-thread-fields
#endif
};

static std::vector<std::thread> threads;

static void observe(int corner, Survey &survey) {
  threads.emplace_back([corner, &survey] {
    for (long k = 0; k < 1000000; ++k)
      (corner == 0 ? survey.walkers : survey.riders)++;
  });
}

int main() {
  Survey survey;
  for (int corner = 0; corner < 2; ++corner)
    observe(corner, survey);
  for (std::thread &one : threads)
    one.join();
  return survey.walkers > survey.riders;
}
