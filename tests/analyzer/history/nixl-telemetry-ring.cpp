// project: NIXL (src/utils/common/cyclic_buffer.h)
// reference: https://github.com/ai-dynamo/nixl/pull/2018 (read)
// kind: producer-consumer
// starts: hidden
// wrong: the header of a ring in shared memory has the position of the agent that writes, that of the process that reads, and
//        the constants that both look up at each event, in one line. Mended by lines for the positions and cached constants.
#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <fcntl.h>
#include <stdexcept>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

constexpr int TELEMETRY_VERSION = 1;
constexpr size_t CACHE_LINE_SIZE = 64;

enum class nixl_telemetry_category_t : uint32_t {
    NIXL_TELEMETRY_MEMORY,
    NIXL_TELEMETRY_TRANSFER,
    NIXL_TELEMETRY_CONNECTION,
    NIXL_TELEMETRY_ERROR
};

struct nixlTelemetryEvent {
    uint64_t timestampUs_;
    nixl_telemetry_category_t category_;
    char eventName_[32];
    uint64_t value_;
};

template<typename T> class sharedRingBuffer {
public:
    sharedRingBuffer(const std::string &name, bool create, int version, size_t size = 0)
        : bufferSize_(size) {
        if (create) {
            createCyclicBuffer(name, version);
        } else {
            openCyclicBuffer(name, version);
        }
    }

    ~sharedRingBuffer() {
        if (header_ != nullptr) {
            munmap(static_cast<void *>(header_), getTotalSize(bufferSize_));
        }
        if (fd_ != -1) {
            close(fd_);
        }
    }

    sharedRingBuffer(const sharedRingBuffer &) = delete;
    sharedRingBuffer &operator=(const sharedRingBuffer &) = delete;

    bool push(const T &item) {
        const size_t write_pos = header_->write_pos.load(std::memory_order_relaxed);
#ifdef FIXED
        const size_t next = (write_pos + 1) & cachedMask_;
        if (next == cachedReadPos_) {
            cachedReadPos_ = header_->read_pos.load(std::memory_order_acquire);
            if (next == cachedReadPos_) {
                return false;
            }
        }
#else
        const size_t next = (write_pos + 1) & header_->mask;
        if (next == header_->read_pos.load(std::memory_order_acquire)) {
            return false;
        }
#endif
        data_[write_pos] = item;
        header_->write_pos.store(next, std::memory_order_release);
        return true;
    }

    bool pop(T &item) {
        const size_t read_pos = header_->read_pos.load(std::memory_order_relaxed);
#ifdef FIXED
        if (read_pos == cachedWritePos_) {
            cachedWritePos_ = header_->write_pos.load(std::memory_order_acquire);
            if (read_pos == cachedWritePos_) {
                return false;
            }
        }
        item = data_[read_pos];
        header_->read_pos.store((read_pos + 1) & cachedMask_, std::memory_order_release);
#else
        if (read_pos == header_->write_pos.load(std::memory_order_acquire)) {
            return false;
        }
        item = data_[read_pos];
        header_->read_pos.store((read_pos + 1) & header_->mask, std::memory_order_release);
#endif
        return true;
    }

    size_t size() const {
        const size_t write_pos = header_->write_pos.load(std::memory_order_acquire);
        const size_t read_pos = header_->read_pos.load(std::memory_order_acquire);
        return (write_pos - read_pos) & header_->mask;
    }

    bool empty() const { return size() == 0; }
    bool full() const { return size() == capacity() - 1; }
    size_t capacity() const { return header_->capacity; }

private:
    struct bufferHeader {
#ifdef FIXED
        alignas(CACHE_LINE_SIZE) std::atomic<size_t> write_pos{0};
        alignas(CACHE_LINE_SIZE) std::atomic<size_t> read_pos{0};
        alignas(CACHE_LINE_SIZE) std::atomic<uint32_t> version{0};
#else
        std::atomic<size_t> write_pos{0}; // expect: fsfind-adjacent-thread-fields
        std::atomic<size_t> read_pos{0};  // expect: fsfind-adjacent-thread-fields
        std::atomic<uint32_t> version{0};
#endif
        uint32_t expected_version{0};
        size_t capacity{0};
        size_t mask{0}; // expect: fsfind-adjacent-thread-fields

        explicit bufferHeader(size_t size) : capacity(size), mask(size - 1) {}
    };

    static size_t getTotalSize(size_t size) { return sizeof(bufferHeader) + sizeof(T) * size; }

    void createCyclicBuffer(const std::string &name, int version) {
        if (bufferSize_ == 0 || (bufferSize_ & (bufferSize_ - 1)) != 0) {
            throw std::invalid_argument("Buffer size must be a power of two");
        }
        fd_ = open(name.c_str(), O_RDWR | O_CREAT | O_TRUNC, 0644);
        if (fd_ == -1) {
            throw std::runtime_error("Failed to open file for shared memory: " + std::string(strerror(errno)));
        }
        const size_t total_size = getTotalSize(bufferSize_);
        if (ftruncate(fd_, static_cast<off_t>(total_size)) == -1) {
            throw std::runtime_error("Failed to set size of the shared memory");
        }
        map(total_size);
        new (header_) bufferHeader(bufferSize_);
        header_->version.store(version, std::memory_order_release);
        header_->expected_version = version;
        seed();
    }

    void openCyclicBuffer(const std::string &name, int version) {
        fd_ = open(name.c_str(), O_RDWR, 0644);
        if (fd_ == -1) {
            throw std::runtime_error("Failed to open file for shared memory: " + std::string(strerror(errno)));
        }
        struct stat st;
        if (fstat(fd_, &st) == -1) {
            throw std::runtime_error("Failed to get file size");
        }
        map(static_cast<size_t>(st.st_size));
        if (header_->version.load(std::memory_order_acquire) != static_cast<uint32_t>(version)) {
            throw std::runtime_error("Version mismatch");
        }
        bufferSize_ = header_->capacity;
        seed();
    }

    void map(size_t total_size) {
        void *ptr = mmap(nullptr, total_size, PROT_READ | PROT_WRITE, MAP_SHARED, fd_, 0);
        if (ptr == MAP_FAILED) {
            throw std::runtime_error("Failed to map the shared memory");
        }
        header_ = static_cast<bufferHeader *>(ptr);
        data_ = reinterpret_cast<T *>(static_cast<char *>(ptr) + sizeof(bufferHeader));
    }

    void seed() {
#ifdef FIXED
        cachedMask_ = header_->mask;
        cachedReadPos_ = header_->read_pos.load(std::memory_order_acquire);
        cachedWritePos_ = header_->write_pos.load(std::memory_order_acquire);
#endif
    }

    bufferHeader *header_ = nullptr;
    T *data_ = nullptr;
    size_t bufferSize_ = 0;
    int fd_ = -1;
#ifdef FIXED
    size_t cachedMask_ = 0;
    size_t cachedReadPos_ = 0;
    size_t cachedWritePos_ = 0;
#endif
};

class nixlTelemetry {
public:
    explicit nixlTelemetry(const std::string &file) : buffer_(file, true, TELEMETRY_VERSION, 4096) {}

    void updateData(const char *name, nixl_telemetry_category_t category, uint64_t now, uint64_t value) {
        nixlTelemetryEvent event{now, category, {}, value};
        strncpy(event.eventName_, name, sizeof(event.eventName_) - 1);
        if (!buffer_.push(event)) {
            dropped_++;
        }
    }

private:
    sharedRingBuffer<nixlTelemetryEvent> buffer_;
    uint64_t dropped_ = 0;
};

uint64_t readTelemetry(const std::string &file, const volatile bool &running) {
    sharedRingBuffer<nixlTelemetryEvent> buffer(file, false, TELEMETRY_VERSION);
    nixlTelemetryEvent event;
    uint64_t total = 0;
    while (running) {
        if (buffer.pop(event)) {
            total += event.value_;
        } else {
            usleep(1000);
        }
    }
    return total;
}
