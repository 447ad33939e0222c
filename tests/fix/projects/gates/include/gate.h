/* Turnstiles of a stadium, counted in C and shown in C++. */
#ifndef GATE_H
#define GATE_H

struct gate {
  volatile long passed;
  volatile long refused;
};

#ifdef __cplusplus
extern "C" {
#endif

enum { GATES = 4 };

void turn(struct gate *gate, long ticket);

#ifdef __cplusplus
}
#endif

#endif
