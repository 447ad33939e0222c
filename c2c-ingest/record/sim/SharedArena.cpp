#include "c2c-ingest/record/sim/SharedArena.h"

#include "c2c-ingest/record/sim/CacheModel.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace fsfind::record::sim {

std::uint64_t ObjectNumbers::of(const SharedObject &object) {
  mutex_.lock(); // whatever a killed process left, an entry is one of the objects, or free
  auto entry = std::find_if(entries_.begin(), entries_.end(), [&](const Entry &one) {
    return one.number != 0 && one.object == object;
  });
  if (entry == entries_.end()) {
    entry = std::min_element(entries_.begin(), entries_.end(),
                             [](const Entry &a, const Entry &b) { return a.asked < b.asked; });
    entry->number = 0;
    entry->object = object;
    entry->number = numbers_++ % kMostNumber + 1;
  }
  entry->asked = ++clock_;
  const std::uint64_t number = entry->number;
  mutex_.unlock();
  return number;
}

std::size_t SharedArena::modelOffset() {
  return (sizeof(Common) + kPageSize - 1) / kPageSize * kPageSize;
}

bool SharedArena::create(const Options &options, std::uint32_t threads) {
  const std::size_t size = modelOffset() + CacheModel::bytesForShared(options);
  void *block = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (block == MAP_FAILED)
    return false;
  size_ = size;
  common_ = new (block) Common{};
  common_->processes.mutex.initialize();
  common_->objects.initialize();
  common_->threads = threads;
  return true;
}

std::byte *SharedArena::model() {
  return reinterpret_cast<std::byte *>(common_) + modelOffset();
}

bool SharedArena::holds(std::uint64_t host_address) const {
  return host_address - reinterpret_cast<std::uintptr_t>(common_) < size_;
}

} // namespace fsfind::record::sim
