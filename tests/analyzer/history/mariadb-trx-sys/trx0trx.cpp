#include "trx0sys.h"

enum dberr_t { DB_SUCCESS, DB_READ_ONLY };

static Atomic_relaxed<uint32_t> rseg_slot;
static const ulint srv_undo_logs = TRX_SYS_N_RSEGS;

static trx_rseg_t *trx_assign_rseg_low() {
  ulint slot = rseg_slot++ % srv_undo_logs;
  for (ulint n = 0; n < srv_undo_logs; n++) {
    if (trx_rseg_t *rseg = trx_sys.rseg_array[slot]) return rseg;
    slot = (slot + 1) % srv_undo_logs;
  }
  return nullptr;
}

dberr_t trx_start_low(trx_t *trx, bool read_write, trx_rseg_t **rseg) {
  trx->read_only = !read_write;
  trx->no = TRX_ID_MAX;
  *rseg = nullptr;
  if (read_write) {
    *rseg = trx_assign_rseg_low();
    if (!*rseg) return DB_READ_ONLY;
    trx_sys.register_rw(trx);
  }
  return DB_SUCCESS;
}

void trx_commit_low(trx_t *trx) {
  if (!trx->read_only) {
    trx->no = trx_sys.get_new_trx_id();
    trx_sys.deregister_rw(trx);
  }
  trx->id = 0;
}

bool row_sel_visible(ReadView &view, trx_t *trx, trx_id_t row_trx_id) {
  view.open(trx->id);
  return view.changes_visible(row_trx_id);
}
