#pragma once

#include <atomic>
#include <cstdint>
#include <string>

namespace fsfind::record::sim {

/// Sleeps while the word has that value. False if the time is over, true if woken or interrupted.
bool futexWait(std::atomic<std::uint32_t> &word, std::uint32_t value, std::int64_t nanoseconds);
void futexWake(std::atomic<std::uint32_t> &word, int threads);

/// True if the thread of this process sleeps or has exited; false if it runs or could run.
bool sleeps(std::uint32_t tid);

/// What the file holds; nothing if it cannot be read.
std::string contentOf(const char *path);

} // namespace fsfind::record::sim
