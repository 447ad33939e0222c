// project: MariaDB (storage/innobase/include/trx0sys.h)
// reference: reduced from memory; the released members are MY_ALIGNED to a line each
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the counter that every read-write transaction advances at its start shares a line with the version that every opening
//        of a read view waits for.
#include "trx0sys.h"

trx_sys_t trx_sys;

void thread_safe_trx_ilist_t::push_front(trx_t &trx) {
  while (latch.test_and_set(std::memory_order_acquire)) {
  }
  trx.next = first;
  first = &trx;
  count++;
  latch.clear(std::memory_order_release);
}

void thread_safe_trx_ilist_t::remove(trx_t &trx) {
  while (latch.test_and_set(std::memory_order_acquire)) {
  }
  for (trx_t **p = &first; *p; p = &(*p)->next) {
    if (*p == &trx) {
      *p = trx.next;
      count--;
      break;
    }
  }
  latch.clear(std::memory_order_release);
}

void rw_trx_hash_t::insert(trx_t *trx) {
  rw_trx_hash_element_t element = {trx->id, trx};
  lf_hash_insert(hash, trx_pins(), &element);
}

void rw_trx_hash_t::erase(trx_t *trx) { lf_hash_delete(hash, trx_pins(), &trx->id, sizeof(trx_id_t)); }

trx_t *rw_trx_hash_t::find(trx_id_t id) const {
  rw_trx_hash_element_t *element =
      static_cast<rw_trx_hash_element_t *>(lf_hash_search(hash, trx_pins(), &id, sizeof(trx_id_t)));
  return element ? element->trx : nullptr;
}

ulint rw_trx_hash_t::size() const { return lf_hash_size(hash); }

void trx_sys_t::create() {
  m_initialised = true;
  rw_trx_hash.init();
  for (auto &rseg : rseg_array) rseg = nullptr;
  init_max_trx_id(1);
}

void trx_sys_t::close() {
  if (!m_initialised) return;
  for (auto &rseg : rseg_array) {
    delete rseg;
    rseg = nullptr;
  }
  m_initialised = false;
}

void trx_sys_t::register_rw(trx_t *trx) {
  trx->id = get_new_trx_id_no_refresh();
  rw_trx_hash.insert(trx);
  refresh_rw_trx_hash_version();
}

void trx_sys_t::deregister_rw(trx_t *trx) { rw_trx_hash.erase(trx); }

void ReadView::open(trx_id_t creator) {
  m_creator_trx_id = creator;
  do {
    m_low_limit_id = trx_sys.get_rw_trx_hash_version();
    m_up_limit_id = trx_sys.rw_trx_hash.size() ? m_low_limit_id - 1 : m_low_limit_id;
  } while (trx_sys.get_max_trx_id() < m_low_limit_id);
  m_low_limit_no = m_low_limit_id;
}
