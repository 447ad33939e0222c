/* Each gate of a car park counts in its own variable, by a switch on the gate's number; the last one falls through. */
#include <pthread.h>
#include <stdint.h>

#ifdef FIXED
static _Alignas(64) long entered;
static _Alignas(64) long left;
#else
static long entered;
static long left; /* expect: fsfind-adjacent-globals */
#endif

static void *gate(void *arg) {
  int number = (int)(intptr_t)arg;
  for (long car = 0; car < 1000000; car++) {
    switch (number) {
    case 0:
      entered++;
      break;
    case 1:
    case 2:
      left++;
    }
  }
  return 0;
}

int main(void) {
  pthread_t gates[3];
  for (intptr_t i = 0; i < 3; i++)
    pthread_create(&gates[i], 0, gate, (void *)i);
  for (int i = 0; i < 3; i++)
    pthread_join(gates[i], 0);
  return (int)(entered - left);
}
