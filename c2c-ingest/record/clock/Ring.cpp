#include "c2c-ingest/record/clock/Ring.h"

#include <algorithm>
#include <atomic>
#include <sys/mman.h>
#include <unistd.h>

namespace fsfind::record::clock {

namespace {

std::size_t pageSize() {
  return static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
}

} // namespace

Ring::Ring(int event, std::size_t bytes) : mapped_(bytes + pageSize()) {
  void *memory = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_SHARED, event, 0);
  if (memory != MAP_FAILED)
    page_ = static_cast<perf_event_mmap_page *>(memory);
}

Ring::~Ring() {
  if (page_ != nullptr)
    munmap(page_, mapped_);
}

Ring::Records Ring::written() const {
  const std::size_t size = mapped_ - pageSize();
  const std::span<const std::byte> ring(reinterpret_cast<const std::byte *>(page_) + pageSize(),
                                        size);
  Records records;
  const std::uint64_t head = std::atomic_ref(page_->data_head).load(std::memory_order_acquire);
  const std::uint64_t tail = page_->data_tail;
  const auto at = static_cast<std::size_t>(tail % size);
  const auto bytes = static_cast<std::size_t>(head - tail);
  records.first = ring.subspan(at, std::min(bytes, size - at));
  records.then = ring.first(bytes - records.first.size());
  records.head = head;
  return records;
}

void Ring::release(const Records &records) {
  std::atomic_ref(page_->data_tail).store(records.head, std::memory_order_release);
}

} // namespace fsfind::record::clock
