#ifndef MEMORY_H_INCLUDED
#define MEMORY_H_INCLUDED
// project: Stockfish (memory.h, tt.cpp)
// reference: https://github.com/official-stockfish/Stockfish/issues/5350 (read)
// kind: first-touch
// starts: visible
// args: -std=c++20
// wrong: a helper for arrays on large pages constructs the clusters of the hash table one by one on the main thread; only then
//        do the threads of the pool clear the parts that lie on their nodes. Mended by memory that nobody initialises first.
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <sys/mman.h>
#include <type_traits>
#include <utility>

namespace Stockfish {

void* aligned_large_pages_alloc(size_t size);
void  aligned_large_pages_free(void* mem);

template<typename T, typename FREE_FUNC>
void memory_deleter(T* ptr, FREE_FUNC free_func) {
    if (!ptr)
        return;

    if constexpr (!std::is_trivially_destructible_v<T>)
        ptr->~T();

    free_func(ptr);
}

template<typename T, typename FREE_FUNC>
void memory_deleter_array(T* ptr, FREE_FUNC free_func) {
    if (!ptr)
        return;

    const size_t array_offset = std::max(sizeof(size_t), alignof(T));

    if constexpr (!std::is_trivially_destructible_v<T>)
    {
        const size_t size = *reinterpret_cast<size_t*>(reinterpret_cast<char*>(ptr) - array_offset);
        for (size_t i = size; i-- > 0;)
            ptr[i].~T();
    }

    free_func(reinterpret_cast<char*>(ptr) - array_offset);
}

template<typename T, typename ALLOC_FUNC, typename... Args>
inline std::enable_if_t<!std::is_array_v<T>, T*> memory_allocator(ALLOC_FUNC alloc_func, Args&&... args) {
    void* raw_memory = alloc_func(sizeof(T));
    return new (raw_memory) T(std::forward<Args>(args)...);
}

template<typename T, typename ALLOC_FUNC>
inline std::enable_if_t<std::is_array_v<T>, std::remove_extent_t<T>*> memory_allocator(ALLOC_FUNC alloc_func,
                                                                                       size_t     num) {
    using ElementType = std::remove_extent_t<T>;

    const size_t array_offset = std::max(sizeof(size_t), alignof(ElementType));

    char* raw_memory = reinterpret_cast<char*>(alloc_func(array_offset + num * sizeof(ElementType)));

    new (raw_memory) size_t(num);

    for (size_t i = 0; i < num; ++i)
        new (raw_memory + array_offset + i * sizeof(ElementType)) ElementType(); // expect: fsfind-serial-first-touch

    return reinterpret_cast<ElementType*>(raw_memory + array_offset);
}

template<typename T>
struct LargePageDeleter {
    void operator()(T* ptr) const { return memory_deleter<T>(ptr, aligned_large_pages_free); }
};

template<typename T>
struct LargePageArrayDeleter {
    void operator()(T* ptr) const { return memory_deleter_array<T>(ptr, aligned_large_pages_free); }
};

template<typename T>
using LargePagePtr =
  std::conditional_t<std::is_array_v<T>,
                     std::unique_ptr<T, LargePageArrayDeleter<std::remove_extent_t<T>>>,
                     std::unique_ptr<T, LargePageDeleter<T>>>;

template<typename T, typename... Args>
std::enable_if_t<!std::is_array_v<T>, LargePagePtr<T>> make_unique_large_page(Args&&... args) {
    return LargePagePtr<T>(memory_allocator<T>(aligned_large_pages_alloc, std::forward<Args>(args)...));
}

template<typename T>
std::enable_if_t<std::is_array_v<T>, LargePagePtr<T>> make_unique_large_page(size_t num) {
    return LargePagePtr<T>(memory_allocator<T>(aligned_large_pages_alloc, num));
}

}  // namespace Stockfish

#endif
