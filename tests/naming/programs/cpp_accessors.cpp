// Deep nesting behind accessors: a.b().c().d(), each a method of another class.
#include "tests/naming/programs/support.h"

#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace db {

class Gauge {
public:
  void add(std::int64_t amount) { value_ += amount; }
  std::int64_t value() const { return value_; }

private:
  friend class Engine;
  std::int64_t value_ = 0;
};

class CacheStats {
public:
  Gauge &hits() { return hits_; }
  Gauge &misses() { return misses_; }
  const Gauge &hits() const { return hits_; }

private:
  friend class Engine;
  Gauge hits_;
  Gauge misses_;
};

class Statistics {
public:
  CacheStats &cache() { return cache_; }
  Gauge &queries() { return queries_; }

private:
  friend class Engine;
  int level_ = 1;
  CacheStats cache_;
  Gauge queries_;
};

class Engine {
public:
  Statistics &statistics() { return statistics_; }
  bool tuned() const { return statistics_.cache_.hits().value() > limit_; }
  void tellAll() const {
    TELL_MEMBER("heap", "", -1, "db::Engine", *this, limit_);
    TELL_MEMBER("heap", "", -1, "db::Engine", *this, statistics_.level_);
    tell("heap", "", -1, "db::Engine", "statistics_.cache_.hits_.value_",
         &statistics_.cache_.hits_.value_, 8);
    tellPart("db::Gauge", "value_");
    tellPart("db::CacheStats", "hits_.value_");
    tellPart("db::Statistics", "cache_.hits_.value_");
    tell("heap", "", -1, "db::Engine", "statistics_.cache_.misses_.value_",
         &statistics_.cache_.misses_.value_, 8);
    tellPart("db::Gauge", "value_");
    tellPart("db::CacheStats", "misses_.value_");
    tellPart("db::Statistics", "cache_.misses_.value_");
    tell("heap", "", -1, "db::Engine", "statistics_.queries_.value_", &statistics_.queries_.value_,
         8);
    tellPart("db::Gauge", "value_");
    tellPart("db::Statistics", "queries_.value_");
  }

private:
  long limit_ = 1000;
  Statistics statistics_;
};

} // namespace db

namespace {

constexpr unsigned kRounds = 20000;

void hit(db::Engine &engine) {
  for (unsigned round = 0; round < kRounds; ++round) {
    engine.statistics().cache().hits().add(work(round) & 1);
  }
}

void miss(db::Engine &engine) {
  for (unsigned round = 0; round < kRounds; ++round)
    engine.statistics().cache().misses().add(work(round) & 3);
}

void query(const std::shared_ptr<db::Engine> &engine) {
  for (unsigned round = 0; round < kRounds; ++round) {
    if (work(round) % 4 && engine->tuned())
      engine->statistics().queries().add(1);
  }
}

} // namespace

int main() {
  const auto engine = std::make_shared<db::Engine>();
  engine->tellAll();
  std::vector<std::thread> threads;
  threads.emplace_back(hit, std::ref(*engine));
  threads.emplace_back(miss, std::ref(*engine));
  threads.emplace_back(query, engine);
  for (std::thread &thread : threads)
    thread.join();
}
