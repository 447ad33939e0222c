#include "analyzer/extract/declarations/KnownNames.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace fsfind::analyzer {
namespace knownNamesTest {

const Knowledge &known() {
  return Knowledge::builtIn();
}

/// Whether a function starts threads: `own`, `task`, `tasks` (many), or nothing.
std::string startsBy(const std::string &function, const std::string &owner = {}) {
  const auto starter = starterOf(function, owner, known());
  return !starter ? "" : starter->own ? "own" : starter->many ? "tasks" : "task";
}

TEST(KnownNames, StartersByTheTableAndByWords) {
  for (const char *name : {"pthread_create", "thrd_create", "uv_thread_create_ex", "g_thread_new",
                           "rte_ctrl_thread_create", "kthread_create_on_node", "CreateThread",
                           "_beginthreadex", "SDL_CreateThread", "std::async"})
    EXPECT_EQ(startsBy(name), "own") << name;
  for (const char *name : {"tbb::detail::d1::parallel_for", "parallelSort", "g_thread_pool_new",
                           "QtConcurrent::blockingMap", "on_each_cpu"})
    EXPECT_EQ(startsBy(name), "tasks") << name;
  for (const char *name : {"uv_queue_work", "QueueUserWorkItem", "spawn_worker", "job_submit"})
    EXPECT_EQ(startsBy(name), "task") << name;
  EXPECT_EQ(startsBy("Pool::submit", "Pool"), "task");
  EXPECT_EQ(startsBy("Executor::for_each", "Executor"), "tasks");
  for (const char *name :
       {"pthread_join", "thread_pool_destroy", "sort", "std::for_each", "submit"})
    EXPECT_EQ(startsBy(name), "") << name;
  EXPECT_EQ(startsBy("ObjectPool::for_each", "ObjectPool"), "");
}

TEST(KnownNames, NumbersOfThreads) {
  const auto is = [](const char *name) { return meaningOf(name, known()).thread_id; };
  for (const char *name :
       {"omp_get_thread_num", "rte_lcore_id", "std::this_thread::get_id",
        "GetCurrentProcessorNumber", "myWorkerIndex", "this_cpu", "uv_thread_self"})
    EXPECT_TRUE(is(name)) << name;
  for (const char *name :
       {"num_threads", "thread_count", "set_worker_id", "numa_node_of_cpu", "id"})
    EXPECT_FALSE(is(name)) << name;
}

TEST(KnownNames, LockSteps) {
  for (const char *name : {"pthread_mutex_lock", "EnterCriticalSection", "sem_wait", "lockForRead",
                           "uv_sem_wait", "down_write"})
    EXPECT_EQ(lockStepOf(name), LockStep::Acquire) << name;
  for (const char *name :
       {"mtx_unlock", "LeaveCriticalSection", "sem_post", "uv_sem_post", "up_read"})
    EXPECT_EQ(lockStepOf(name), LockStep::Release) << name;
  for (const char *name : {"pthread_mutex_init", "lock_destroy", "Lift::down", "read"})
    EXPECT_EQ(lockStepOf(name), LockStep::None) << name;
}

TEST(KnownNames, Atomics) {
  const std::vector<std::pair<std::string, std::optional<Op>>> ops = {
      {"__sync_fetch_and_add", Op::ReadModifyWrite},
      {"rte_atomic32_read", Op::Read},
      {"g_atomic_int_set", Op::Write},
      {"InterlockedIncrement", Op::ReadModifyWrite},
      {"refcount_read", Op::Read},
      {"refcount_inc", Op::ReadModifyWrite},
      {"atomic_thread_fence", std::nullopt},
      {"ck_pr_stall", std::nullopt},
      {"ck_pr_load_32", Op::Read},
      {"add", std::nullopt}};
  for (const auto &[name, op] : ops)
    EXPECT_EQ(atomicOpOf(name), op) << name;
  EXPECT_EQ(atomicMethodOf("loadRelaxed"), Op::Read);
  EXPECT_EQ(atomicMethodOf("storeRelease"), Op::Write);
  EXPECT_EQ(atomicMethodOf("fetch_add"), Op::ReadModifyWrite);
  EXPECT_EQ(atomicMethodOf("notify_one"), std::nullopt);
}

TEST(KnownNames, WhatAtomicsGather) {
  const std::vector<std::pair<std::string, Accumulation>> all = {
      {"__sync_fetch_and_add", Accumulation::Sum},
      {"__sync_fetch_and_or", Accumulation::Or},
      {"__sync_and_and_fetch", Accumulation::And},
      {"rte_atomic32_inc", Accumulation::Sum},
      {"InterlockedIncrement", Accumulation::Sum},
      {"operator|=", Accumulation::Or},
      {"refcount_dec_and_test", Accumulation::None},
      {"atomic_inc_not_zero", Accumulation::None},
      {"atomic_dec_and_lock", Accumulation::None},
      {"fetch_xor", Accumulation::Xor},
      {"exchange", Accumulation::None},
      {"android_log", Accumulation::None}};
  for (const auto &[name, how] : all)
    EXPECT_EQ(accumulationOf(name), how) << name;
}

TEST(KnownNames, Allocators) {
  EXPECT_EQ(allocatorOf("g_malloc0")->kind, AllocationKind::Calloc);
  EXPECT_EQ(allocatorOf("VirtualAlloc")->kind, AllocationKind::Map);
  EXPECT_EQ(allocatorOf("hwloc_alloc_membind")->kind, AllocationKind::NodeBound);
  EXPECT_EQ(allocatorOf("scalable_aligned_malloc")->kind, AllocationKind::Aligned);
  EXPECT_EQ(allocatorOf("rte_realloc")->alignment, 64U);
  EXPECT_EQ(allocatorOf("my_zalloc")->kind, AllocationKind::Calloc);
  EXPECT_EQ(allocatorOf("my_zalloc")->alignment, 0U) << "its guarantee is not known";
  EXPECT_FALSE(allocatorOf("dealloc") || allocatorOf("alloc_size") || allocatorOf("allocator"));
}

TEST(KnownNames, WaitsAndPauses) {
  const auto wait = [](const char *name) { return meaningOf(name, known()).wait; };
  EXPECT_EQ(wait("msleep")->unit, 1000U);
  EXPECT_EQ(wait("QThread::sleep")->unit, 1000000U);
  EXPECT_EQ(wait("WaitForMultipleObjects")->time, 3);
  EXPECT_EQ(wait("std::__1::future::wait_for")->form, TimeForm::Limit);
  EXPECT_FALSE(wait("std::barrier::wait"));
  EXPECT_FALSE(wait("Chair::wait"));
  EXPECT_FALSE(wait("File::read"));
}

TEST(KnownNames, TypesByNameScopeAndSize) {
  const auto kind = [](const char *name, bool in_std, std::uint64_t size) {
    return classOfName(name, in_std, size, known());
  };
  EXPECT_EQ(kind("mutex", true, 40), TypeClass::Lock);
  EXPECT_EQ(kind("vector", true, 24), TypeClass::Container);
  EXPECT_EQ(kind("vector", false, 24), TypeClass::Plain);
  EXPECT_EQ(kind("QReadWriteLock", false, 8), TypeClass::Lock);
  EXPECT_EQ(kind("FastMutex", false, 40), TypeClass::Lock);
  EXPECT_EQ(kind("FastMutex", false, 400), TypeClass::Plain) << "too large for a lock";
  EXPECT_EQ(kind("MutexPool", false, 40), TypeClass::Plain);
  EXPECT_EQ(kind("QAtomicInt", false, 4), TypeClass::Atomic);
  EXPECT_EQ(kind("QVector", false, 0), TypeClass::Plain) << "its elements are not known";
  EXPECT_EQ(kind("Thread", false, 8), TypeClass::Thread);
  EXPECT_EQ(kind("Thread", false, 800), TypeClass::Plain);
}

TEST(KnownNames, AUsersWordIsTheLast) {
  const auto own = Knowledge::extended("ordinary spawn_worker\nthread-number seat\n"
                                       "lock-type net::Gate\nfills smear into=2\n"
                                       "cacheline-size STRIDE",
                                       "own");
  ASSERT_TRUE(own);
  EXPECT_FALSE(starterOf("spawn_worker", {}, *own));
  EXPECT_TRUE(meaningOf("hall::seat", *own).thread_id);
  EXPECT_EQ(classOfName("org::net::Gate", false, 400, *own), TypeClass::Lock);
  EXPECT_EQ(classOfName("Gate", false, 8, *own), TypeClass::Plain);
  EXPECT_EQ(bulkTargetOf("smear", *own), 1);
  EXPECT_TRUE(isCachelineConstant("STRIDE", *own));
}

} // namespace knownNamesTest
} // namespace fsfind::analyzer
