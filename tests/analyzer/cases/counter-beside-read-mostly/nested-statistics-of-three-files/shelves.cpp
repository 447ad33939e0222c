#include "shelves.h"
#include <mutex>

Shelves shelves;
static std::mutex scanning;
void Shelves::scanned() {
  std::lock_guard<std::mutex> hold(scanning);
  ++scans;
}
