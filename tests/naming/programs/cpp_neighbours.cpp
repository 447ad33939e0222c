// Small objects of two types that operator new puts beside each other, and nodes of an own list.
#include "tests/naming/programs/support.h"

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

namespace {

struct Input {
  long read = 0;
  int errors = 0;
};

struct Output {
  std::atomic<long> written{0};
};

struct Node {
  std::unique_ptr<Node> next;
  unsigned visits = 0;
  unsigned number = 0;
};

void readAll(Input *input) {
  for (unsigned round = 0; round < 15000; ++round) {
    input->read += work(round) & 31;
    if (round % 8 == 0)
      input->errors++;
  }
}

void writeAll(Output *output) {
  for (unsigned round = 0; round < 15000; ++round)
    output->written.fetch_add(work(round) & 31, std::memory_order_relaxed);
}

void visit(Node *first, unsigned self) {
  for (unsigned round = 0; round < 4000; ++round) {
    work(round);
    for (Node *node = first; node; node = node->next.get())
      if (node->number % 2 == self)
        ++node->visits;
  }
}

} // namespace

int main() {
  const auto input = std::make_unique<Input>();
  const auto output = std::make_unique<Output>();
  std::unique_ptr<Node> first;
  for (unsigned i = 0; i < 4; ++i) {
    auto node = std::make_unique<Node>();
    node->next = std::move(first);
    node->number = i;
    TELL_MEMBER("heap", "", -1, "Node", *node, next);
    TELL_MEMBER("heap", "", -1, "Node", *node, visits);
    TELL_MEMBER("heap", "", -1, "Node", *node, number);
    first = std::move(node);
  }
  TELL_MEMBER("heap", "", -1, "Input", *input, read);
  TELL_MEMBER("heap", "", -1, "Input", *input, errors);
  TELL_MEMBER("heap", "", -1, "Output", *output, written);
  std::vector<std::thread> threads;
  threads.emplace_back(readAll, input.get());
  threads.emplace_back(writeAll, output.get());
  threads.emplace_back(visit, first.get(), 0u);
  threads.emplace_back(visit, first.get(), 1u);
  for (std::thread &thread : threads)
    thread.join();
}
