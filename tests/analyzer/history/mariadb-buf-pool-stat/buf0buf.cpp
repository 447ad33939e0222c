#include "buf0buf.h"

#include <cstdlib>
#ifdef FIXED
#include <sched.h>
ulint get_rnd_index() {
  int c = sched_getcpu();
  return c < 0 ? 0 : ulint(c);
}
#endif

buf_pool_t buf_pool;

bool os_file_read(page_id_t id, unsigned char* frame, ulint size);

bool buf_pool_t::create(ulint n_pages) {
  ulint cells = 1;
  while (cells < n_pages * 2) cells <<= 1;
  page_hash = static_cast<buf_page_t**>(std::calloc(cells, sizeof *page_hash));
  if (!page_hash) return true;
  n_cells_mask = cells - 1;
  curr_size = n_pages;
  return false;
}

static buf_page_t* buf_read_page(page_id_t id) {
  auto* b = static_cast<buf_page_t*>(std::calloc(1, sizeof(buf_page_t)));
  if (!b) return nullptr;
  b->id_ = id;
  b->frame = static_cast<unsigned char*>(std::malloc(buf_pool.srv_page_size));
  if (!os_file_read(id, b->frame, buf_pool.srv_page_size)) {
    std::free(b->frame);
    std::free(b);
    return nullptr;
  }
  std::lock_guard<std::mutex> g(buf_pool.mutex);
  ulint cell = id.fold() & buf_pool.n_cells_mask;
  b->hash = buf_pool.page_hash[cell];
  buf_pool.page_hash[cell] = b;
  buf_pool.LRU_head = b;
  return b;
}

buf_page_t* buf_page_get_gen(page_id_t id) {
  buf_page_t* b = buf_pool.page_get(id);
  if (!b) b = buf_read_page(id);
  if (b) b->fix();
  return b;
}
