// project: Vulkan-ValidationLayers (layers/utils/vk_layer_utils.h)
// reference: https://github.com/KhronosGroup/Vulkan-ValidationLayers/pull/5587 (read)
// kind: lock-table
// starts: hidden
// wrong: the concurrent map of handles has a map and a lock per bucket, in two arrays; without padding, neighbouring buckets' locks
//        and maps share lines between the application's threads. The project pads both to 64 bytes.
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#define VK_DEFINE_HANDLE(object) typedef struct object##_T* object;
VK_DEFINE_HANDLE(VkDevice)
VK_DEFINE_HANDLE(VkBuffer)
VK_DEFINE_HANDLE(VkCommandBuffer)
typedef uint64_t VkDeviceSize;

enum VkResult { VK_SUCCESS = 0, VK_ERROR_OUT_OF_HOST_MEMORY = -1, VK_ERROR_VALIDATION_FAILED_EXT = -1000011001 };

struct VkBufferCreateInfo {
    VkDeviceSize size;
    uint32_t usage;
};

namespace vvl {
#ifdef FIXED
constexpr std::size_t get_hardware_destructive_interference_size() { return 64; }
#define VVL_SEPARATE alignas(vvl::get_hardware_destructive_interference_size())
#else
#define VVL_SEPARATE
#endif

template <typename Key, typename T> using unordered_map = std::unordered_map<Key, T>;
}  // namespace vvl

typedef std::shared_mutex ReadWriteLock;
typedef std::shared_lock<ReadWriteLock> ReadLockGuard;
typedef std::unique_lock<ReadWriteLock> WriteLockGuard;

template <typename Key, typename T, int BUCKETSLOG2 = 2, typename Map = vvl::unordered_map<Key, T>>
class vl_concurrent_unordered_map {
  public:
    class FindResult {
      public:
        FindResult(bool a, T b) : result(a, std::move(b)) {}
        bool operator==(std::nullptr_t) const { return !result.first; }
        operator bool() const { return result.first; }
        const T& operator*() const { return result.second; }
        const T* operator->() const { return &result.second; }

      private:
        std::pair<bool, T> result;
    };

    FindResult end() const { return FindResult(false, T()); }

    template <typename... Args> void insert_or_assign(const Key& key, Args&&... args) {
        uint32_t h = ConcurrentMapHashObject(key);
        WriteLockGuard lock(locks[h].lock);
        maps[h].map[key] = {std::forward<Args>(args)...};
    }

    template <typename... Args> bool insert(const Key& key, Args&&... args) {
        uint32_t h = ConcurrentMapHashObject(key);
        WriteLockGuard lock(locks[h].lock);
        return maps[h].map.emplace(key, std::forward<Args>(args)...).second;
    }

    size_t erase(const Key& key) {
        uint32_t h = ConcurrentMapHashObject(key);
        WriteLockGuard lock(locks[h].lock);
        return maps[h].map.erase(key);
    }

    bool contains(const Key& key) const {
        uint32_t h = ConcurrentMapHashObject(key);
        ReadLockGuard lock(locks[h].lock);
        return maps[h].map.count(key) != 0;
    }

    FindResult find(const Key& key) const {
        uint32_t h = ConcurrentMapHashObject(key);
        ReadLockGuard lock(locks[h].lock);
        auto itr = maps[h].map.find(key);
        const bool found = itr != maps[h].map.end();
        return found ? FindResult(true, itr->second) : end();
    }

    FindResult pop(const Key& key) {
        uint32_t h = ConcurrentMapHashObject(key);
        WriteLockGuard lock(locks[h].lock);
        auto itr = maps[h].map.find(key);
        if (itr == maps[h].map.end()) return end();
        auto ret = FindResult(true, std::move(itr->second));
        maps[h].map.erase(itr);
        return ret;
    }

    std::vector<std::pair<const Key, T>> snapshot(std::function<bool(T)> f = nullptr) const {
        std::vector<std::pair<const Key, T>> ret;
        for (int h = 0; h < BUCKETS; ++h) {
            ReadLockGuard lock(locks[h].lock);
            for (const auto& j : maps[h].map) {
                if (!f || f(j.second)) ret.emplace_back(j.first, j.second);
            }
        }
        return ret;
    }

  private:
    static const int BUCKETS = (1 << BUCKETSLOG2);

    struct VVL_SEPARATE PaddedMap {
        Map map; // expect: fsfind-per-thread-slots
    };
    struct VVL_SEPARATE PaddedLock {
        ReadWriteLock lock; // expect: fsfind-per-thread-slots
    };

    std::array<PaddedMap, BUCKETS> maps;           // expect: fsfind-per-thread-slots
    mutable std::array<PaddedLock, BUCKETS> locks; // expect: fsfind-per-thread-slots

    uint32_t ConcurrentMapHashObject(const Key& object) const {
        uint64_t u64 = (uint64_t)(uintptr_t)object;
        uint32_t hash = (uint32_t)(u64 >> 32) + (uint32_t)u64;
        hash ^= (hash >> BUCKETSLOG2) ^ (hash >> (2 * BUCKETSLOG2));
        hash &= (BUCKETS - 1);
        return hash;
    }
};

template <typename T> class ObjectUseData {
  public:
    explicit ObjectUseData(T h) : handle(h) {}
    T handle;
    VkDeviceSize size = 0;
};

struct VkLayerDispatchTable {
    VkResult (*CreateBuffer)(VkDevice, const VkBufferCreateInfo*, VkBuffer*);
    void (*DestroyBuffer)(VkDevice, VkBuffer);
    void (*CmdFillBuffer)(VkCommandBuffer, VkBuffer, VkDeviceSize, VkDeviceSize, uint32_t);
};

extern VkLayerDispatchTable device_dispatch_table;
void LogError(const char* vuid, const void* object, const char* message);

class ThreadSafety {
  public:
    vl_concurrent_unordered_map<VkBuffer, std::shared_ptr<ObjectUseData<VkBuffer>>, 6> c_VkBuffer;
    vl_concurrent_unordered_map<VkCommandBuffer, std::shared_ptr<std::vector<VkBuffer>>, 6> command_buffer_uses;

    bool StartRead(VkBuffer buffer) {
        auto use = c_VkBuffer.find(buffer);
        if (!use) {
            LogError("UNASSIGNED-Threading-Info", buffer, "unknown buffer");
            return false;
        }
        return (*use)->size != 0;
    }
};

static ThreadSafety layer;

VkResult CreateBuffer(VkDevice device, const VkBufferCreateInfo* pCreateInfo, VkBuffer* pBuffer) {
    VkResult result = device_dispatch_table.CreateBuffer(device, pCreateInfo, pBuffer);
    if (result == VK_SUCCESS) {
        auto data = std::make_shared<ObjectUseData<VkBuffer>>(*pBuffer);
        data->size = pCreateInfo->size;
        layer.c_VkBuffer.insert(*pBuffer, data);
    }
    return result;
}

void DestroyBuffer(VkDevice device, VkBuffer buffer) {
    layer.c_VkBuffer.pop(buffer);
    device_dispatch_table.DestroyBuffer(device, buffer);
}

void BeginCommandBuffer(VkCommandBuffer cb) { layer.command_buffer_uses.insert_or_assign(cb, std::make_shared<std::vector<VkBuffer>>()); }

void CmdFillBuffer(VkCommandBuffer cb, VkBuffer buffer, VkDeviceSize offset, VkDeviceSize size, uint32_t data) {
    if (!layer.StartRead(buffer)) return;
    if (auto uses = layer.command_buffer_uses.find(cb)) (*uses)->push_back(buffer);
    device_dispatch_table.CmdFillBuffer(cb, buffer, offset, size, data);
}
