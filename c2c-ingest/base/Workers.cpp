#include "c2c-ingest/base/Workers.h"

#include <system_error>
#include <utility>

namespace fsfind::ingest {

Workers::Workers(unsigned first, unsigned end, std::function<void(unsigned)> work)
    : work_(std::move(work)) {
  threads_.reserve(first < end ? end - first : 0);
  try {
    for (unsigned worker = first; worker < end; ++worker)
      threads_.emplace_back([this, worker] { run(worker); });
  } catch (const std::system_error &) {
    // The threads that have started do all of the work.
  }
}

void Workers::run(unsigned worker) noexcept {
  try {
    work_(worker);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    if (!thrown_)
      thrown_ = std::current_exception();
  }
}

void Workers::join() {
  for (std::jthread &thread : threads_)
    if (thread.joinable())
      thread.join();
  if (thrown_)
    std::rethrow_exception(std::exchange(thrown_, nullptr));
}

} // namespace fsfind::ingest
