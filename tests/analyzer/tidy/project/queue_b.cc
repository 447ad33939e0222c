#include "queue.h"

int main() {
  start();
}
