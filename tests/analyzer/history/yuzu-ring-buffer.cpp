// project: yuzu (common/ring_buffer.h)
// reference: https://github.com/yuzu-emu/yuzu/pull/1352 (read; the reduction shows the template before it had any alignment)
// kind: producer-consumer
// starts: hidden
// wrong: both indices of a class template sit behind the sample array, in one line.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace Common {
template <typename T, std::size_t capacity, std::size_t granularity = 1> class RingBuffer {
  static constexpr std::size_t slot_size = granularity * sizeof(T);
  static_assert(capacity < SIZE_MAX / 2);
  static_assert((capacity & (capacity - 1)) == 0, "capacity must be a power of two");
  static_assert(std::is_trivial_v<T>);

public:
  std::size_t Push(const void* new_slots, std::size_t slot_count) {
    const std::size_t write_index = m_write_index.load();
    const std::size_t slots_free = capacity + m_read_index.load() - write_index;
    const std::size_t push_count = std::min(slot_count, slots_free);
    const std::size_t pos = write_index % capacity;
    const std::size_t first_copy = std::min(capacity - pos, push_count);
    const char* in = static_cast<const char*>(new_slots);
    std::memcpy(m_data.data() + pos * granularity, in, first_copy * slot_size);
    in += first_copy * slot_size;
    std::memcpy(m_data.data(), in, (push_count - first_copy) * slot_size);
    m_write_index.store(write_index + push_count);
    return push_count;
  }

  std::size_t Pop(void* output, std::size_t max_slots = ~std::size_t(0)) {
    const std::size_t read_index = m_read_index.load();
    const std::size_t slots_filled = m_write_index.load() - read_index;
    const std::size_t pop_count = std::min(slots_filled, max_slots);
    const std::size_t pos = read_index % capacity;
    const std::size_t first_copy = std::min(capacity - pos, pop_count);
    char* out = static_cast<char*>(output);
    std::memcpy(out, m_data.data() + pos * granularity, first_copy * slot_size);
    out += first_copy * slot_size;
    std::memcpy(out, m_data.data(), (pop_count - first_copy) * slot_size);
    m_read_index.store(read_index + pop_count);
    return pop_count;
  }

  std::size_t Size() const { return m_write_index.load() - m_read_index.load(); }

private:
#ifdef FIXED
  alignas(128) std::atomic_size_t m_read_index{0};
  alignas(128) std::atomic_size_t m_write_index{0};
  alignas(128) std::array<T, granularity * capacity> m_data;
#else
  std::array<T, granularity * capacity> m_data;
  std::atomic_size_t m_read_index{0};  // expect: fsfind-adjacent-thread-fields
  std::atomic_size_t m_write_index{0}; // expect: fsfind-adjacent-thread-fields
#endif
};
} // namespace Common

class SinkStream {
public:
  void EnqueueSamples(const std::vector<int16_t>& samples) {
    std::size_t done = 0;
    while (done < samples.size() / 2) done += queue_.Push(samples.data() + done * 2, samples.size() / 2 - done);
  }
  static long DataCallback(SinkStream* self, int16_t* out, long frames) {
    long got = 0;
    while (got < frames && self->queue_.Size() > 0) got += self->queue_.Pop(out + got * 2, frames - got);
    return got;
  }

private:
  Common::RingBuffer<int16_t, 0x10000, 2> queue_;
};

void enqueue(SinkStream& s, const std::vector<int16_t>& samples) { s.EnqueueSamples(samples); }
