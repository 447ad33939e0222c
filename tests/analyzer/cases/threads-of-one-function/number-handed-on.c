/* The number comes in a record and is handed to the function that branches, raised by one. */
#include <threads.h>

struct kitchen {
#ifdef FIXED
  _Alignas(64) long soups;
  _Alignas(64) long sweets;
#else
  long soups;
  long sweets; /* expect: fsfind-adjacent-thread-fields */
#endif
};

struct cook {
  int number;
  struct kitchen *kitchen;
};

static void serve(struct kitchen *kitchen, int place) {
  if (place == 1)
    kitchen->soups++;
  else
    kitchen->sweets++;
}

static int cook(void *arg) {
  struct cook *me = arg;
  for (long dish = 0; dish < 1000000; dish++)
    serve(me->kitchen, me->number + 1);
  return 0;
}

int main(void) {
  static struct kitchen kitchen;
  struct cook cooks[2];
  thrd_t threads[2];
  for (int i = 0; i < 2; i++) {
    cooks[i].number = i;
    cooks[i].kitchen = &kitchen;
    thrd_create(&threads[i], cook, &cooks[i]);
  }
  for (int i = 0; i < 2; i++)
    thrd_join(threads[i], 0);
  return (int)kitchen.soups;
}
