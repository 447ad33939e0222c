// A global array of class objects by thread, and a singleton that holds another.
#include "tests/naming/programs/cpp_table.h"
#include "tests/naming/programs/support.h"

#include <thread>
#include <vector>

namespace {

void serve(std::size_t self) {
  unsigned seed = static_cast<unsigned>(self);
  web::Endpoint &endpoint = web::Registry::instance().at(self);
  for (int request = 0; request < 12000; ++request) {
    seed = work(seed);
    endpoint.served(seed % 1500);
    if (seed % 3 == 0 && endpoint.healthy())
      endpoint.failed();
    web::spare_endpoints[self].served(1);
  }
}

} // namespace

int main() {
  for (long i = 0; i < 4; ++i) {
    web::Registry::instance().at(static_cast<std::size_t>(i)).tellAll("", i);
    web::spare_endpoints[i].tellAll("spare_endpoints", i);
  }
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < 4; ++i)
    threads.emplace_back(serve, i);
  for (std::thread &thread : threads)
    thread.join();
}
