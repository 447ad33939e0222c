#include "pipe.h"
#include "mock_std.h"

Pipe pipe;

void feed() {
  for (int i = 0; i < 1000000; ++i)
    pipe.fed++;
}

int main() {
  std::thread first(feed);
  std::thread second(drain);
}
