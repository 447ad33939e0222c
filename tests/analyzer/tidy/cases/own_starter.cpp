// Only an option tells that keep() runs what it is given in a thread.
class Plan {
public:
  void keep(void (*work)());
};

struct Flags {
  long first;
  long second;
};

static Flags flags;

static void one() {
  for (;;)
    flags.first++;
}

static void other() {
  for (;;)
    flags.second++;
}

void start(Plan &plan) {
  plan.keep(one);
  plan.keep(other);
}
