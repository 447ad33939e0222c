#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace fsfind::record::sim {

/// Who waits for a futex.
enum class Among : std::uint8_t { Threads, Processes };

/// Sleeps while the word has that value. False if the time is over, true if woken or interrupted.
bool futexWait(std::atomic<std::uint32_t> &word, std::uint32_t value, std::int64_t nanoseconds,
               Among among = Among::Threads);
void futexWake(std::atomic<std::uint32_t> &word, int threads, Among among = Among::Threads);

/// True if the thread of this process sleeps or has exited; false if it runs or could run.
bool sleeps(std::uint32_t tid);

enum class ProcessState : std::uint8_t { Runs, Sleeps, Ended };

/// Of all the process's threads together: it runs if one of them runs or could run.
ProcessState stateOfProcess(std::uint32_t pid);

/// What the file holds; nothing if it cannot be read.
std::string contentOf(const char *path);

} // namespace fsfind::record::sim
