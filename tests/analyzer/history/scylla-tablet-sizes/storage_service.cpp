#include "sharded.hh"

#include <compare>
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

using namespace seastar;

using table_id = uint64_t;
using host_id = uint64_t;

namespace dht {
struct token_range {
    int64_t start;
    int64_t end;
    auto operator<=>(const token_range&) const = default;
};
} // namespace dht

namespace locator {
struct tablet_load_stats {
    uint64_t effective_capacity = 0;
    std::unordered_map<table_id, std::map<dht::token_range, uint64_t>> tablet_sizes;
};

struct table_load_stats {
    uint64_t size_in_bytes = 0;
    int split_ready_seq_number = 0;
};

struct load_stats {
    std::unordered_map<table_id, table_load_stats> tables;
    std::unordered_map<host_id, tablet_load_stats> tablet_stats;
    std::unordered_map<host_id, uint64_t> capacity;
};
} // namespace locator

namespace replica {
class storage_group {
public:
    uint64_t live_disk_space_used() const { return _main + _left_ready + _right_ready; }
    dht::token_range token_range() const { return _range; }
    bool split_unready() const { return _left_ready == 0; }

private:
    dht::token_range _range{};
    uint64_t _main = 0, _left_ready = 0, _right_ready = 0;
};

class table {
public:
    table_id id() const { return _id; }
    bool uses_tablets() const { return _uses_tablets; }
    const std::vector<storage_group>& storage_groups() const { return _groups; }

private:
    table_id _id = 0;
    bool _uses_tablets = true;
    std::vector<storage_group> _groups;
};

class database {
public:
    template <typename Func> void for_each_table(Func f) {
        for (auto& [id, t] : _tables) {
            f(id, *t);
        }
    }

private:
    std::unordered_map<table_id, std::shared_ptr<table>> _tables;
};
} // namespace replica

namespace service {
class storage_service {
    sharded<replica::database>& _db;
    host_id _me;
    uint64_t _free_space = 0;
    std::string _data_directory;

#ifdef FIXED
    struct alignas(64) aligned_tablet_size {
        uint64_t size = 0;
    };
#else
    struct aligned_tablet_size {
        uint64_t size = 0; // expect: fsfind-per-thread-slots
    };
#endif

public:
    storage_service(sharded<replica::database>& db, host_id me, std::string dir)
        : _db(db), _me(me), _data_directory(std::move(dir)) {}

    void set_free_space(uint64_t bytes) { _free_space = bytes; }
    locator::load_stats load_stats_for_tablet_based_tables();
};

locator::load_stats storage_service::load_stats_for_tablet_based_tables() {
    locator::load_stats load_stats;
    std::vector<std::unordered_map<table_id, locator::table_load_stats>> per_shard_tables(smp::count);
    std::vector<aligned_tablet_size> tablet_sizes_per_shard(smp::count); // expect: fsfind-per-thread-slots

    _db.invoke_on_all([&per_shard_tables, &tablet_sizes_per_shard] (replica::database& db) {
        std::unordered_map<table_id, locator::table_load_stats> local;
        db.for_each_table([&] (table_id id, replica::table& t) {
            if (!t.uses_tablets()) {
                return;
            }
            auto& stats = local[id];
            for (auto& sg : t.storage_groups()) {
                const uint64_t size = sg.live_disk_space_used();
                stats.size_in_bytes += size;
                tablet_sizes_per_shard[this_shard_id()].size += size;
            }
        });
        per_shard_tables[this_shard_id()] = std::move(local);
    });

    for (auto& tables : per_shard_tables) {
        for (auto& [id, stats] : tables) {
            load_stats.tables[id].size_in_bytes += stats.size_in_bytes;
        }
    }
    const uint64_t used = std::accumulate(tablet_sizes_per_shard.begin(), tablet_sizes_per_shard.end(), uint64_t(0),
            [] (uint64_t acc, const aligned_tablet_size& s) { return acc + s.size; });
    auto& mine = load_stats.tablet_stats[_me];
    mine.effective_capacity = _free_space + used;
    load_stats.capacity[_me] = _free_space + used;
    return load_stats;
}
} // namespace service
