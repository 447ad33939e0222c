#pragma once
// project: ScyllaDB (service/storage_service.cc, load_stats_for_tablet_based_tables)
// reference: https://github.com/scylladb/scylladb/pull/28757 (read)
// kind: per-thread-array
// starts: hidden
// args: -std=c++20
// wrong: every shard adds the sizes of its tablets to its own element of one vector of integers, so that the shards' threads share
//        lines; the fix aligns the element to 64 bytes.
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>

namespace seastar {
using shard_id = unsigned;

namespace internal {
extern thread_local shard_id local_engine_id;
}

namespace smp {
extern unsigned count;
void submit_to_each(std::function<void()> f);
} // namespace smp

inline shard_id this_shard_id() noexcept { return internal::local_engine_id; }

template <typename Service> class sharded {
    std::unique_ptr<std::shared_ptr<Service>[]> _instances;

public:
    Service& local() noexcept { return *_instances[this_shard_id()]; }
    const Service& local() const noexcept { return *_instances[this_shard_id()]; }

    template <typename Func> void invoke_on_all(Func func) {
        smp::submit_to_each([this, func] () mutable { func(local()); });
    }
};
} // namespace seastar
