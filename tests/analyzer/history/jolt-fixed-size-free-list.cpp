// project: Jolt Physics (Core/FixedSizeFreeList, Physics/Collision/BroadPhase/QuadTree)
// reference: https://github.com/jrouwe/JoltPhysics/pull/1136 (read)
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: what Get() reads to find an object (mask, shift and table of pages) lies in the line of the atomics that every
//        allocation and release changes.
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

#define JPH_CACHE_LINE_SIZE 64
#define JPH_INLINE inline
#define JPH_NAMESPACE_BEGIN namespace JPH {
#define JPH_NAMESPACE_END }

JPH_NAMESPACE_BEGIN
using uint = unsigned int;
using uint32 = std::uint32_t;
using uint64 = std::uint64_t;
using std::atomic;
using Mutex = std::mutex;

template <typename Object> class FixedSizeFreeList {
private:
	struct ObjectStorage {
		Object mObject;
		atomic<uint32> mNextFreeObject;
	};

#ifdef FIXED
	uint32 mPageSize;
	uint32 mPageShift;
	uint32 mObjectMask;
	uint32 mNumPages;
	uint32 mNumObjectsAllocated;
	ObjectStorage **mPages = nullptr;

	alignas(JPH_CACHE_LINE_SIZE) Mutex mPageMutex;
	atomic<uint64> mAllocationTag;
	atomic<uint64> mFirstFreeObjectAndTag;
	atomic<uint32> mFirstFreeObjectInNewPage;
#else
	Mutex mPageMutex;
	uint32 mPageSize;
	uint32 mPageShift;
	uint32 mObjectMask;                    // expect: fsfind-adjacent-thread-fields
	uint32 mNumPages;
	uint32 mNumObjectsAllocated;
	ObjectStorage **mPages = nullptr;      // expect: fsfind-adjacent-thread-fields
	atomic<uint64> mAllocationTag;         // expect: fsfind-adjacent-thread-fields
	atomic<uint64> mFirstFreeObjectAndTag; // expect: fsfind-adjacent-thread-fields
	atomic<uint32> mFirstFreeObjectInNewPage;
#endif

	JPH_INLINE ObjectStorage &GetStorage(uint32 inIndex) { return mPages[inIndex >> mPageShift][inIndex & mObjectMask]; }

public:
	static constexpr uint32 cInvalidObjectIndex = 0xffffffff;

	void Init(uint inMaxObjects, uint inPageSize) {
		mPageSize = inPageSize;
		mPageShift = uint32(__builtin_ctz(inPageSize));
		mObjectMask = inPageSize - 1;
		mNumPages = (inMaxObjects + inPageSize - 1) / inPageSize;
		mNumObjectsAllocated = 0;
		mAllocationTag = 1;
		mFirstFreeObjectInNewPage = 0;
		mFirstFreeObjectAndTag = cInvalidObjectIndex;
		mPages = static_cast<ObjectStorage **>(std::malloc(mNumPages * sizeof(ObjectStorage *)));
	}

	~FixedSizeFreeList() {
		for (uint32 page = 0; page < mNumObjectsAllocated / mPageSize; ++page)
			std::free(mPages[page]);
		std::free(mPages);
	}

	template <typename... Parameters> uint32 ConstructObject(Parameters &&... inParameters) {
		for (;;) {
			uint64 first_free_object_and_tag = mFirstFreeObjectAndTag.load(std::memory_order_acquire);
			uint32 first_free = uint32(first_free_object_and_tag);
			if (first_free == cInvalidObjectIndex) {
				first_free = mFirstFreeObjectInNewPage.fetch_add(1, std::memory_order_relaxed);
				if (first_free >= mNumObjectsAllocated) {
					std::lock_guard<Mutex> lock(mPageMutex);
					while (first_free >= mNumObjectsAllocated) {
						uint32 next_page = mNumObjectsAllocated / mPageSize;
						if (next_page == mNumPages)
							return cInvalidObjectIndex;
						mPages[next_page] = static_cast<ObjectStorage *>(std::aligned_alloc(JPH_CACHE_LINE_SIZE, mPageSize * sizeof(ObjectStorage)));
						mNumObjectsAllocated += mPageSize;
					}
				}
				ObjectStorage &storage = GetStorage(first_free);
				::new (&storage.mObject) Object(std::forward<Parameters>(inParameters)...);
				storage.mNextFreeObject.store(first_free, std::memory_order_release);
				return first_free;
			}
			uint32 new_first_free = GetStorage(first_free).mNextFreeObject.load(std::memory_order_acquire);
			uint64 new_value = uint64(new_first_free) | (uint64(mAllocationTag.fetch_add(1, std::memory_order_relaxed)) << 32);
			if (mFirstFreeObjectAndTag.compare_exchange_weak(first_free_object_and_tag, new_value, std::memory_order_release)) {
				ObjectStorage &storage = GetStorage(first_free);
				::new (&storage.mObject) Object(std::forward<Parameters>(inParameters)...);
				return first_free;
			}
		}
	}

	void DestructObject(uint32 inObjectIndex) {
		ObjectStorage &storage = GetStorage(inObjectIndex);
		storage.mObject.~Object();
		for (;;) {
			uint64 head = mFirstFreeObjectAndTag.load(std::memory_order_acquire);
			storage.mNextFreeObject.store(uint32(head), std::memory_order_release);
			uint64 new_value = uint64(inObjectIndex) | (uint64(mAllocationTag.fetch_add(1, std::memory_order_relaxed)) << 32);
			if (mFirstFreeObjectAndTag.compare_exchange_weak(head, new_value, std::memory_order_release))
				return;
		}
	}

	JPH_INLINE Object &Get(uint32 inObjectIndex) { return GetStorage(inObjectIndex).mObject; }
};

class QuadTree {
public:
	struct Node {
		explicit Node(bool inIsChanged) : mIsChanged(inIsChanged) { }
		float mBounds[24];
		uint32 mChildNodeID[4];
		bool mIsChanged;
	};
	using Allocator = FixedSizeFreeList<Node>;

	explicit QuadTree(Allocator &inAllocator) : mAllocator(&inAllocator) { mRoot = inAllocator.ConstructObject(false); }

	uint32 AddNode(uint32 inParent, int inChild) {
		uint32 index = mAllocator->ConstructObject(true);
		if (index != Allocator::cInvalidObjectIndex)
			mAllocator->Get(inParent).mChildNodeID[inChild] = index;
		return index;
	}

	void Discard(uint32 inNode) { mAllocator->DestructObject(inNode); }

	int CastRay(float inX, uint32 inNode) const {
		const Node &node = mAllocator->Get(inNode);
		int hits = 0;
		for (int i = 0; i < 4; ++i)
			if (node.mBounds[i] <= inX && inX <= node.mBounds[4 + i])
				hits += node.mChildNodeID[i] & 0x80000000u ? 1 : CastRay(inX, node.mChildNodeID[i]);
		return hits;
	}
	uint32 GetRoot() const { return mRoot; }

private:
	Allocator *mAllocator;
	uint32 mRoot;
};
JPH_NAMESPACE_END
