// suspect: threads, object, often
// P22: the mutex that those who change something take lies beside a flag that all others look at
// without it.
#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <vector>

class Registry {
public:
  void add(const std::vector<std::string> &names) {
    for (const std::string &name : names) {
      const std::lock_guard<std::mutex> guard(mutex_);
      ++counts_[name];
    }
  }
  bool traced() const { return traced_.load(std::memory_order_relaxed); }
  void trace(bool on) { traced_.store(on); }

private:
#ifdef FIXED
  alignas(64) std::atomic<bool> traced_{false};
  alignas(64) std::mutex mutex_;
#else
  std::atomic<bool> traced_{false}; // expect: fsfind-adjacent-thread-fields
  std::mutex mutex_;                // expect: fsfind-adjacent-thread-fields
#endif
  std::map<std::string, int> counts_;
};

void add(Registry &registry, const std::vector<std::string> &names) {
  registry.add(names);
}
bool traced(const Registry &registry) {
  return registry.traced();
}

// Who reads this one takes the mutex as well.
class Log {
public:
  void write(const std::vector<std::string> &lines) {
    for (const std::string &line : lines) {
      if (!open_.load())
        return;
      const std::lock_guard<std::mutex> guard(mutex_);
      text_ += line;
    }
  }
  void open() { open_.store(true); }

private:
  std::atomic<bool> open_{false};
  std::mutex mutex_;
  std::string text_;
};

void write(Log &log, const std::vector<std::string> &lines) {
  log.write(lines);
}
