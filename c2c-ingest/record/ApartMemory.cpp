#include "c2c-ingest/record/ApartMemory.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <sys/mman.h>
#include <tuple>

namespace fsfind::record {

namespace {

/// Which processes have caches in common, as the events tell one after the other.
class Families {
public:
  void use(const perf::ForkEvent &fork) {
    if (fork.pid != fork.parent_pid)
      of_[fork.pid] = of(fork.parent_pid);
  }
  void use(const perf::CommEvent &comm) {
    if (comm.exec)
      of_[comm.pid] = ++last_;
  }
  void use(const perf::MmapEvent &map) {
    if ((map.flags & MAP_SHARED) == 0 || map.inode == 0)
      return;
    Object &object = objects_[{map.major, map.minor, map.inode}];
    object.written |= (map.protection & PROT_WRITE) != 0;
    object.families.insert(of(map.pid));
  }

  [[nodiscard]] std::size_t mappedApart() const {
    return static_cast<std::size_t>(
        std::count_if(objects_.begin(), objects_.end(), [](const auto &entry) {
          return entry.second.written && entry.second.families.size() > 1;
        }));
  }

private:
  struct Object {
    bool written = false;
    std::set<std::uint64_t> families;
  };

  std::uint64_t of(std::uint32_t pid) const {
    const auto found = of_.find(pid);
    return found == of_.end() ? 0 : found->second;
  }

  std::uint64_t last_ = 0;
  std::map<std::uint32_t, std::uint64_t> of_; ///< by pid
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint64_t>, Object> objects_;
};

} // namespace

std::size_t countMappedApart(const std::vector<perf::SideEvent> &events) {
  Families families;
  for (const perf::SideEvent &side : events)
    std::visit([&](const auto &event) { families.use(event); }, side.event);
  return families.mappedApart();
}

} // namespace fsfind::record
