#include "buf0buf.h"

buf_page_t* buf_pool_t::page_get(page_id_t id) {
  ++stat.n_page_gets;
  return page_hash_get(id);
}

struct btr_cur_t {
  page_id_t root;
  buf_page_t* leaf;
  int height;
};

page_id_t btr_node_ptr_get_child(const unsigned char* frame, int key);

bool btr_cur_search_to_nth_level(btr_cur_t* cursor, int key) {
  page_id_t id = cursor->root;
  for (int level = cursor->height; level >= 0; level--) {
    buf_page_t* b = buf_page_get_gen(id);
    if (!b) return false;
    if (level == 0) {
      cursor->leaf = b;
      return true;
    }
    id = btr_node_ptr_get_child(b->frame, key);
    b->unfix();
  }
  return false;
}

ulint srv_export_innodb_page_gets() { return buf_pool.stat.n_page_gets; }
