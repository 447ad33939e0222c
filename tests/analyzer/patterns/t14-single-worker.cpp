// T14: one worker only, so that no two write.
#include <thread>
#include <vector>

struct Counters {
  volatile long read = 0;   // expect: fsfind-adjacent-thread-fields
  volatile long parsed = 0; // expect: fsfind-adjacent-thread-fields
};

static Counters counters;

static void read() {
  for (long i = 0; i < 100000000; ++i)
    counters.read++;
}

static void parse() {
  for (long i = 0; i < 100000000; ++i)
    counters.parsed++;
}

int main() {
#ifdef FIXED
  std::thread worker([] {
    read();
    parse();
  });
  worker.join();
#else
  std::thread reader(read), parser(parse);
  reader.join();
  parser.join();
#endif
}
