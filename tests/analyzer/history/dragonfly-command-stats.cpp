// project: Dragonfly (server/command_registry)
// reference: https://github.com/dragonflydb/dragonfly/pull/7581 (read)
// kind: per-thread-array
// starts: hidden
// wrong: calls and latency of a command are kept by thread, sixteen bytes each, four threads to a line.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>

namespace util {
class ProactorPool {
public:
  unsigned size() const;
  template <typename Func> void Await(Func&& f);
};
struct ProactorBase {
  static int GetIndex();
};
} // namespace util

namespace dfly {
using CmdCallStats = std::pair<uint64_t, uint64_t>;

uint64_t ClockUsec();

class CommandId {
public:
  using Handler = std::function<void(const std::string&)>;

  CommandId(std::string name, int arity) : name_(std::move(name)), arity_(arity) {}

  void Init(unsigned thread_count) {
#ifdef FIXED
    command_stats_ = std::make_unique<StatsCell[]>(thread_count);
#else
    command_stats_ = std::make_unique<CmdCallStats[]>(thread_count); // expect: fsfind-per-thread-slots
#endif
  }

  uint64_t Invoke(const std::string& args) const {
    const uint64_t before = ClockUsec();
    handler_(args);
    const uint64_t spent = ClockUsec() - before;
    RecordLatency(util::ProactorBase::GetIndex(), spent);
    return spent;
  }

  void RecordLatency(unsigned tid, uint64_t latency_usec) const {
#ifdef FIXED
    auto& ent = command_stats_[tid].stats;
#else
    auto& ent = command_stats_[tid];
#endif
    ++ent.first;
    ent.second += latency_usec;
  }

  CommandId& SetHandler(Handler h) {
    handler_ = std::move(h);
    return *this;
  }

private:
  std::string name_;
  int arity_;
  Handler handler_;
#ifdef FIXED
  struct alignas(64) StatsCell {
    CmdCallStats stats;
  };
  std::unique_ptr<StatsCell[]> command_stats_;
#else
  std::unique_ptr<CmdCallStats[]> command_stats_; // expect: fsfind-per-thread-slots
#endif
};

class Service {
public:
  void DispatchPipeline(const std::string* args, int n, const CommandId& cid) {
    for (int i = 0; i < n; ++i) total_usec_of_connection += cid.Invoke(args[i]);
  }

private:
  static thread_local uint64_t total_usec_of_connection;
};

thread_local uint64_t Service::total_usec_of_connection = 0;
} // namespace dfly
