// project: RPCS3 (Emu/Memory/vm.cpp, util/atomic.hpp)
// reference: reduced from memory; the released slots are atomics with an alignment of 64
// kind: per-thread-array
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: each thread of the emulated machine takes a slot and writes the range it is about to change there; eight slots share a
//        line because the template's alignment is that of the value by default.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <type_traits>

using u32 = std::uint32_t;
using u64 = std::uint64_t;
using usz = std::size_t;

template <typename T, usz Align = sizeof(T)>
class atomic_t
{
	static_assert(std::is_trivially_copyable_v<T>);
	alignas(Align) std::atomic<T> m_data{};

public:
	using type = T;

	atomic_t() noexcept = default;
	atomic_t(const atomic_t&) = delete;

	T load() const { return m_data.load(); }
	operator T() const { return m_data.load(); }
	T observe() const { return m_data.load(std::memory_order_relaxed); }
	void store(T v) { m_data.store(v); }
	void release(T v) { m_data.store(v, std::memory_order_release); }
	T exchange(T v) { return m_data.exchange(v); }
	bool compare_and_swap_test(T cmp, T exch) { return m_data.compare_exchange_strong(cmp, exch); }
	T fetch_or(T v) { return m_data.fetch_or(v); }
	T fetch_and(T v) { return m_data.fetch_and(v); }

	template <typename F>
	bool fetch_op_test(F func)
	{
		T old = m_data.load();
		while (true)
		{
			T next = old;
			if (!func(next))
				return false;
			if (m_data.compare_exchange_strong(old, next))
				return true;
		}
	}
};

namespace utils
{
	inline void pause() { __builtin_ia32_pause(); }
}

namespace vm
{
	enum range_lock_flags : u64
	{
		range_readable = 1ull << 61,
		range_locked = 4ull << 61,
		range_mask = 7ull << 61,
	};

#ifdef FIXED
	alignas(64) atomic_t<u64, 64> g_range_lock{};
	alignas(64) atomic_t<u64, 64> g_range_lock_bits{};
	alignas(64) static atomic_t<u64, 64> g_range_lock_set[64]{};
#else
	alignas(64) atomic_t<u64, 64> g_range_lock{};
	alignas(64) atomic_t<u64, 64> g_range_lock_bits{};
	alignas(64) static atomic_t<u64> g_range_lock_set[64]{}; // expect: fsfind-per-thread-slots|fsfind-ineffective-padding
#endif


	static u32 s_page_flags[0x10000];

	auto* alloc_range_lock()
	{
		u64 bit = 0;
		const bool ok = g_range_lock_bits.fetch_op_test([&](u64& bits)
		{
			if (~bits == 0)
				return false;
			bit = static_cast<u64>(__builtin_ctzll(~bits));
			bits |= 1ull << bit;
			return true;
		});
		return ok ? &g_range_lock_set[bit] : nullptr;
	}

	template <typename Lock>
	void free_range_lock(Lock* range_lock) noexcept
	{
		range_lock->release(0);
		g_range_lock_bits.fetch_and(~(1ull << (range_lock - g_range_lock_set)));
	}

	template <typename Lock>
	void range_lock(Lock* range_lock, u32 begin, u32 size)
	{
		const u64 lock_val = begin | (static_cast<u64>(size) << 32);

		while (true)
		{
			const u64 global = g_range_lock.observe();
			const u32 addr = static_cast<u32>(global);
			if (!global || addr + 4096 <= begin || addr >= begin + size)
			{
				range_lock->store(lock_val);
				if (g_range_lock.load() == global)
					return;
				range_lock->release(0);
			}
			utils::pause();
		}
	}

	template <typename Lock>
	void range_unlock(Lock* range_lock) { range_lock->release(0); }

	static void wait_for_readers(u32 addr)
	{
		for (u64 bits = g_range_lock_bits.load(); bits; bits &= bits - 1)
		{
			const usz i = static_cast<usz>(__builtin_ctzll(bits));
			while (const u64 v = g_range_lock_set[i].load())
			{
				const u32 begin = static_cast<u32>(v), size = static_cast<u32>((v & ~range_mask) >> 32);
				if (addr + 4096 <= begin || addr >= begin + size)
					break;
				utils::pause();
			}
		}
	}

	void page_protect(u32 addr, u32 flags)
	{
		while (!g_range_lock.compare_and_swap_test(0, addr | range_locked))
			utils::pause();
		wait_for_readers(addr);
		s_page_flags[addr >> 16] = flags;
		g_range_lock.release(0);
	}
}

class spu_thread
{
	decltype(vm::alloc_range_lock()) m_range_lock = vm::alloc_range_lock();
	std::byte* m_memory;

public:
	explicit spu_thread(std::byte* memory) : m_memory(memory) {}
	~spu_thread() { vm::free_range_lock(m_range_lock); }

	void do_dma_put(u32 eal, const std::byte* src, u32 size)
	{
		vm::range_lock(m_range_lock, eal, size);
		for (u32 i = 0; i < size; i++)
			m_memory[eal + i] = src[i];
		vm::range_unlock(m_range_lock);
	}
};
