// The arrays of a bell model are filled serially by a utility in another file; loops, sequential or OpenMP as an enumeration
// says, then sweep them. In the mended state the serial fill remains, behind a test of the same enumeration.
// known-miss: a template allocates into a reference to a pointer and passes it on to the fill, which is not connected with the members that the loops use
#include "bells.h"
#define LOCALS double *strike = strike_, *echo = echo_
#define BODY(i) echo[i] += 0.5 * strike[i]

double Peal::ring(Way way, int rounds) {
  LOCALS;
  auto body = [=](std::size_t i) { BODY(i); };
  for (int round = 0; round < rounds; ++round)
    switch (way) {
    case Way::ONE:
      for (std::size_t i = 0; i < n_; ++i)
        BODY(i);
      break;
    case Way::SHARED:
#pragma omp parallel for schedule(static)
      for (std::size_t i = 0; i < n_; ++i)
        BODY(i);
      break;
    case Way::SHARED_LAMBDA:
#pragma omp parallel for schedule(static)
      for (std::size_t i = 0; i < n_; ++i)
        body(i);
    }
  double sum = 0;
  for (std::size_t i = 0; i < n_; ++i)
    sum += echo[i];
  return sum;
}
int main(int argc, char **) {
  const Way way = argc > 1 ? Way::SHARED_LAMBDA : Way::SHARED;
  return Peal(100000000, way).ring(way, 50) > 0 ? 0 : 1;
}
