#include "c2c-ingest/record/sim/SharedArena.h"
#include "c2c-ingest/record/sim/SharedMappings.h"

#include "c2c-ingest/record/sim/CacheModel.h"

#include <algorithm>
#include <csignal>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fsfind::record::sim {
namespace simProcessTurnsTest {

constexpr std::uint32_t kQuantum = 100;

/// Memory that forked processes have in common.
template <class T> T *sharedMemory() {
  void *block = mmap(nullptr, sizeof(T), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return block == MAP_FAILED ? nullptr : static_cast<T *>(block);
}

ProcessTable *newTable() {
  auto *table = sharedMemory<ProcessTable>();
  table->mutex.initialize();
  return table;
}

/// Forks a process that runs `work` with its turns, and ends.
template <class Work> pid_t forked(ProcessTable *table, const Work &work) {
  const pid_t child = fork();
  if (child != 0)
    return child;
  ProcessTurns turns(kQuantum, 0);
  turns.join(table);
  turns.takePart();
  work(turns);
  turns.end();
  _exit(0);
}

int exitCodeOf(pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

TEST(SimProcessTurns, OneProcessAloneNeverWaits) {
  ProcessTurns turns(kQuantum, 0);
  turns.join(newTable());
  EXPECT_FALSE(turns.isLeftOut());
  turns.take(0);
  EXPECT_TRUE(turns.hasTurn(kQuantum - 1));
  EXPECT_FALSE(turns.hasTurn(kQuantum)) << "the turn is over";
  turns.take(kQuantum);
  EXPECT_TRUE(turns.hasTurn(kQuantum));
  turns.pass(2 * kQuantum);
  EXPECT_FALSE(turns.hasTurn(kQuantum)) << "it was given up";
}

constexpr std::uint64_t kTurns = 50;

/// Has two processes take as many turns each, and returns how often the turn went from one to the
/// other.
std::size_t changesOfTurns() {
  struct Log {
    std::atomic<std::uint32_t> next, ready;
    std::array<std::atomic<pid_t>, 4 * kTurns> who;
  };
  auto *log = sharedMemory<Log>();
  ProcessTable *table = newTable();
  const auto work = [&](ProcessTurns &turns) {
    ++log->ready;
    while (log->ready != 2)
      sched_yield(); // who sleeps is not waited for
    for (std::uint64_t turn = 0; turn < kTurns; ++turn) {
      turns.take(turn * kQuantum);
      log->who[log->next++] = getpid();
    }
  };
  const pid_t one = forked(table, work), other = forked(table, work);
  EXPECT_EQ(exitCodeOf(one), 0);
  EXPECT_EQ(exitCodeOf(other), 0);
  EXPECT_EQ(log->next, 2 * kTurns);
  std::size_t changes = 0;
  for (std::size_t i = 1; i < log->next; ++i)
    changes += log->who[i] != log->who[i - 1];
  return changes;
}

// A loaded host may have one sleep, as for memory, and nobody waits for it then.
TEST(SimProcessTurns, ProcessesTakeTurns) {
  std::size_t most = 0;
  for (int i = 0; i < 10 && most < kTurns; ++i)
    most = std::max(most, changesOfTurns());
  EXPECT_GE(most, kTurns) << "both come equally far at all times";
}

TEST(SimProcessTurns, AChildThatTheHostLetsRunLateIsWaitedFor) {
  struct Log {
    std::atomic<std::uint32_t> next;
    std::array<std::atomic<int>, 2> who;
  };
  auto *log = sharedMemory<Log>();
  ProcessTable *table = newTable();
  ProcessTurns turns(kQuantum, 0);
  turns.join(table);
  turns.take(0);
  turns.expectChild();
  const pid_t child = fork();
  if (child == 0) {
    usleep(50'000);
    turns.becomeNew();
    turns.takePart();
    turns.take(0);
    log->who[log->next++] = 1;
    turns.end();
    _exit(0);
  }
  turns.leave(); // to wait for them
  const pid_t other = forked(table, [&](ProcessTurns &ahead) {
    ahead.take(5 * kQuantum);
    log->who[log->next++] = 2;
  });
  EXPECT_EQ(exitCodeOf(child), 0);
  EXPECT_EQ(exitCodeOf(other), 0);
  EXPECT_EQ(log->who[0], 1);
  EXPECT_EQ(log->who[1], 2);
}

TEST(SimProcessTurns, NobodyWaitsForAKilledProcess) {
  ProcessTable *table = newTable();
  auto *holds = sharedMemory<std::atomic<bool>>();
  const pid_t victim = forked(table, [&](ProcessTurns &turns) {
    turns.take(0);
    *holds = true;
    while (true)
      usleep(1000);
  });
  while (!*holds)
    usleep(100);
  kill(victim, SIGKILL);
  EXPECT_EQ(exitCodeOf(victim), 128 + SIGKILL);
  ProcessTurns turns(kQuantum, 0);
  turns.join(table);
  turns.take(kQuantum);
  EXPECT_TRUE(turns.hasTurn(kQuantum));
}

TEST(SimProcessTurns, SlotsOfProcessesKilledInTheirSleepAreUsedAgain) {
  ProcessTable *table = newTable();
  const pid_t victim = forked(table, [](ProcessTurns &turns) {
    turns.leave();
    while (true)
      usleep(1000);
  });
  while (table->used == 0)
    usleep(100);
  for (ProcessTable::Slot &slot : table->slots)
    if (slot.state == ProcessTable::Free) { // all others are in use
      slot.pid = static_cast<std::uint32_t>(getppid());
      slot.state = ProcessTable::Away;
    }
  ProcessTurns turns(kQuantum, 0);
  turns.join(table);
  turns.takePart();
  EXPECT_TRUE(turns.isLeftOut());
  kill(victim, SIGKILL);
  EXPECT_EQ(exitCodeOf(victim), 128 + SIGKILL);
  ProcessTurns later(kQuantum, 0);
  later.join(table);
  later.takePart();
  EXPECT_FALSE(later.isLeftOut());
}

TEST(SimProcessTurns, AMutexOutlivesWhoHadIt) {
  ProcessTable *table = newTable();
  const pid_t victim = forked(table, [&](ProcessTurns &) {
    table->mutex.lock();
    kill(getpid(), SIGKILL);
  });
  EXPECT_EQ(exitCodeOf(victim), 128 + SIGKILL);
  ProcessTurns turns(kQuantum, 0);
  turns.join(table);
  turns.take(0);
  EXPECT_TRUE(turns.hasTurn(0));
}

TEST(SimProcessTurns, NobodyWaitsForWhoSleeps) {
  ProcessTable *table = newTable();
  auto *sleeps = sharedMemory<std::atomic<bool>>();
  const pid_t sleeper = forked(table, [&](ProcessTurns &turns) {
    turns.take(0);
    *sleeps = true;
    pause();
  });
  while (!*sleeps)
    usleep(100);
  ProcessTurns turns(kQuantum, 0);
  turns.join(table);
  for (std::uint64_t turn = 0; turn < 10; ++turn)
    turns.take(turn * kQuantum);
  EXPECT_TRUE(turns.hasTurn(9 * kQuantum));
  kill(sleeper, SIGKILL);
  exitCodeOf(sleeper);
}

TEST(SimProcessTurns, WhoFindsNoSlotGoesOnWithoutTurns) {
  ProcessTable *table = newTable();
  for (ProcessTable::Slot &slot : table->slots) {
    slot.state = ProcessTable::Away;
    slot.pid = 1;
  }
  ProcessTurns turns(kQuantum, 0);
  turns.join(table);
  turns.take(0);
  EXPECT_TRUE(turns.isLeftOut());
}

TEST(SimSharedArena, ObjectsHaveOneNumberInAllProcesses) {
  auto *numbers = sharedMemory<ObjectNumbers>();
  numbers->initialize();
  const std::uint64_t first = numbers->of({0, 1, 77});
  EXPECT_NE(first, 0U);
  EXPECT_NE(numbers->of({0, 2, 77}), first) << "another device";
  const pid_t child = fork();
  if (child == 0)
    _exit(numbers->of({0, 1, 77}) == first ? 0 : 1);
  EXPECT_EQ(exitCodeOf(child), 0);
  for (std::uint64_t inode = 100; inode < 10'000; ++inode) {
    numbers->of({0, 1, inode});
    numbers->of({0, 1, 77});
  }
  EXPECT_EQ(numbers->of({0, 1, 77}), first) << "what is in use keeps its number";
}

TEST(SimSharedArena, ALineThatAnotherProcessWroteIsHitm) {
  const Options options{.cpus = 4, .nodes = 2};
  SharedArena arena;
  ASSERT_TRUE(arena.create(options, 3));
  EXPECT_EQ(arena.countThread(), 3U);
  CacheModel model(options, arena.model());
  const std::uint64_t place = SharedMappings::placeIn(1, 4096);
  model.load(0, place);
  const pid_t child = fork();
  if (child == 0) {
    CacheModel own(options, arena.model());
    own.store(1, place + 8, 8);
    _exit(0);
  }
  EXPECT_EQ(exitCodeOf(child), 0);
  EXPECT_EQ(model.load(0, place, 8), Outcome::LocalHitm);
  EXPECT_EQ(model.miss(), Miss::Useless);
  EXPECT_EQ(model.transfers(place), 1U);
  EXPECT_EQ(model.load(0, place, 8), Outcome::PrivateHit);
}

TEST(SimSharedMappings, TellsPlacesByWhatIsMapped) {
  const std::uint64_t object = SharedMappings::placeIn(5, 0x2000);
  const SharedMappings mappings({{0x10000, 0x12000, object}, {0x20000, 0x21000, object}});
  EXPECT_EQ(mappings.at(0x10008), object + 8);
  EXPECT_EQ(mappings.at(0x20008), object + 8) << "the same object at another address";
  EXPECT_EQ(mappings.at(0xffff), 0U);
  EXPECT_EQ(mappings.at(0x12000), 0U) << "between the two";
  EXPECT_EQ(mappings.at(0x21000), 0U);
  EXPECT_TRUE(mappings.overlap(0x11fff, 1));
  EXPECT_FALSE(mappings.overlap(0x12000, 0x1000));
  EXPECT_EQ(SharedMappings().at(0), 0U);
}

} // namespace simProcessTurnsTest
} // namespace fsfind::record::sim
