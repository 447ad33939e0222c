// project: MySQL InnoDB (storage/innobase/buf/buf0buf.cc, buf0flu.cc)
// reference: reduced from memory; since 8.0 threads of their own create the buffer pool instances
// kind: first-touch
// starts: visible
// wrong: the descriptors of all pages of all buffer pool instances, and the hash tables, are allocated and initialised in turn by the
//        thread that starts the server; a page cleaner then works through each instance.
#include <atomic>
#include <algorithm>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>
#include <sys/mman.h>

typedef unsigned long ulint;
typedef unsigned char byte;
constexpr ulint UNIV_PAGE_SIZE = 16384;
constexpr ulint MAX_BUFFER_POOLS = 64;

enum dberr_t { DB_SUCCESS, DB_ERROR };
enum buf_page_state : uint8_t { BUF_BLOCK_NOT_USED, BUF_BLOCK_READY_FOR_USE, BUF_BLOCK_FILE_PAGE };

struct page_id_t {
  uint32_t m_space, m_page_no;
};

struct buf_page_t {
  page_id_t id;
  buf_page_state state;
  uint8_t buf_pool_index;
  uint32_t access_time;
  uint64_t newest_modification, oldest_modification;
  buf_page_t *hash, *list_next;
};

struct buf_block_t {
  buf_page_t page;
  byte *frame;
  std::mutex mutex;
  std::atomic<uint64_t> modify_clock;
  ulint n_hash_helps;
  bool made_dirty_with_no_latch;
};

struct buf_chunk_t {
  ulint size;
  byte *mem;
  ulint mem_size;
  buf_block_t *blocks;
};

struct hash_cell_t {
  void *node;
};

struct buf_pool_t {
  alignas(64) std::mutex free_list_mutex;
  ulint instance_no;
  ulint curr_size;
  buf_chunk_t *chunks;
  ulint n_chunks;
  buf_page_t *free;
  ulint n_cells;
  hash_cell_t *page_hash;
  alignas(64) std::mutex flush_list_mutex;
  ulint n_flushed;
};

static buf_pool_t *buf_pool_ptr;
static ulint srv_buf_pool_instances = 8;
static ulint srv_buf_pool_chunk_unit = 128ul << 20;
static std::atomic<bool> srv_shutdown{false};

dberr_t fil_io_write(const page_id_t &id, const void *buf, ulint len);

static void *os_mem_alloc_large(ulint *n) {
  void *ptr = mmap(nullptr, *n, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return ptr == MAP_FAILED ? nullptr : ptr;
}

static void buf_block_init(buf_pool_t *buf_pool, buf_block_t *block, byte *frame) {
  new (&block->mutex) std::mutex; // expect: fsfind-serial-first-touch
  block->frame = frame; // expect: fsfind-serial-first-touch
  block->page.buf_pool_index = static_cast<uint8_t>(buf_pool->instance_no);
  block->page.state = BUF_BLOCK_NOT_USED; // expect: fsfind-serial-first-touch
  block->page.newest_modification = block->page.oldest_modification = 0;
  block->modify_clock.store(0, std::memory_order_relaxed);
  block->n_hash_helps = 0;
  block->made_dirty_with_no_latch = false;
}

static buf_chunk_t *buf_chunk_init(buf_pool_t *buf_pool, buf_chunk_t *chunk, ulint mem_size) {
  mem_size += (mem_size / UNIV_PAGE_SIZE * sizeof(buf_block_t) + UNIV_PAGE_SIZE - 1) / UNIV_PAGE_SIZE * UNIV_PAGE_SIZE;
  chunk->mem_size = mem_size;
  chunk->mem = static_cast<byte *>(os_mem_alloc_large(&chunk->mem_size));
  if (chunk->mem == nullptr) return nullptr;
  chunk->blocks = reinterpret_cast<buf_block_t *>(chunk->mem);
  byte *frame = chunk->mem;
  chunk->size = chunk->mem_size / UNIV_PAGE_SIZE;
  while (frame < reinterpret_cast<byte *>(chunk->blocks + chunk->size)) {
    frame += UNIV_PAGE_SIZE;
    chunk->size--;
  }
  buf_block_t *block = chunk->blocks;
  for (ulint i = chunk->size; i--; block++, frame += UNIV_PAGE_SIZE) {
    buf_block_init(buf_pool, block, frame); // expect: fsfind-serial-first-touch
    block->page.list_next = buf_pool->free; // expect: fsfind-serial-first-touch
    buf_pool->free = &block->page;
  }
  return chunk;
}

static void buf_pool_create(buf_pool_t *buf_pool, ulint buf_pool_size, ulint instance_no, dberr_t &err) {
  new (&buf_pool->free_list_mutex) std::mutex;
  new (&buf_pool->flush_list_mutex) std::mutex;
  buf_pool->instance_no = instance_no;
  buf_pool->n_chunks = buf_pool_size / srv_buf_pool_chunk_unit;
  buf_pool->chunks = static_cast<buf_chunk_t *>(std::malloc(buf_pool->n_chunks * sizeof(buf_chunk_t)));
  for (ulint i = 0; i < buf_pool->n_chunks; i++) {
    if (!buf_chunk_init(buf_pool, &buf_pool->chunks[i], srv_buf_pool_chunk_unit)) {
      err = DB_ERROR;
      return;
    }
    buf_pool->curr_size += buf_pool->chunks[i].size;
  }
  buf_pool->n_cells = 2 * buf_pool->curr_size;
  buf_pool->page_hash = static_cast<hash_cell_t *>(std::malloc(buf_pool->n_cells * sizeof(hash_cell_t)));
  std::memset(buf_pool->page_hash, 0x0, buf_pool->n_cells * sizeof(hash_cell_t)); // expect: fsfind-serial-first-touch
  err = DB_SUCCESS;
}

dberr_t buf_pool_init(ulint total_size, ulint n_instances) {
  const ulint size = total_size / n_instances;
  void *ptr = nullptr;
  if (posix_memalign(&ptr, 64, n_instances * sizeof(buf_pool_t)) != 0) return DB_ERROR;
  buf_pool_ptr = static_cast<buf_pool_t *>(std::memset(ptr, 0, n_instances * sizeof(buf_pool_t)));
  srv_buf_pool_instances = n_instances;
  dberr_t errs[MAX_BUFFER_POOLS] = {};
#ifdef FIXED
  const ulint n_cores = std::min<ulint>(std::thread::hardware_concurrency(), 8);
  for (ulint i = 0; i < n_instances;) {
    const ulint n = i + n_cores < n_instances ? i + n_cores : n_instances;
    std::vector<std::thread> threads;
    for (ulint id = i; id < n; ++id)
      threads.emplace_back(std::thread(buf_pool_create, &buf_pool_ptr[id], size, id, std::ref(errs[id])));
    for (auto &thread : threads) thread.join();
    i = n;
  }
#else
  for (ulint i = 0; i < n_instances; ++i) buf_pool_create(&buf_pool_ptr[i], size, i, errs[i]);
#endif
  for (ulint i = 0; i < n_instances; ++i)
    if (errs[i] != DB_SUCCESS) return errs[i];
  return DB_SUCCESS;
}

static ulint buf_flush_instance(buf_pool_t *buf_pool, uint64_t lsn_limit) {
  ulint count = 0;
  for (ulint c = 0; c < buf_pool->n_chunks; c++) {
    buf_chunk_t *chunk = &buf_pool->chunks[c];
    for (ulint i = 0; i < chunk->size; i++) {
      buf_block_t *block = &chunk->blocks[i];
      std::lock_guard<std::mutex> guard(block->mutex);
      if (block->page.state != BUF_BLOCK_FILE_PAGE || block->page.oldest_modification == 0 ||
          block->page.oldest_modification > lsn_limit)
        continue;
      if (fil_io_write(block->page.id, block->frame, UNIV_PAGE_SIZE) != DB_SUCCESS) continue;
      block->page.oldest_modification = 0;
      block->n_hash_helps = 0;
      count++;
    }
  }
  std::lock_guard<std::mutex> guard(buf_pool->flush_list_mutex);
  buf_pool->n_flushed += count;
  return count;
}

static void buf_flush_page_cleaner_thread(ulint instance) {
  while (!srv_shutdown.load(std::memory_order_relaxed)) {
    if (buf_flush_instance(&buf_pool_ptr[instance], UINT64_MAX) == 0) std::this_thread::yield();
  }
}

void srv_start(ulint pool_size, std::vector<std::thread> &cleaners) {
  if (buf_pool_init(pool_size, srv_buf_pool_instances) != DB_SUCCESS) std::abort();
  for (ulint i = 0; i < srv_buf_pool_instances; i++) cleaners.emplace_back(buf_flush_page_cleaner_thread, i);
}
