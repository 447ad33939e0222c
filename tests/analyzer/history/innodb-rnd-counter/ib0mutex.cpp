#include <atomic>
#include <thread>

#include "ut0rnd.h"

extern ulint srv_n_spin_wait_rounds;
extern ulint srv_spin_wait_delay;

enum mutex_state_t { MUTEX_STATE_UNLOCKED = 0, MUTEX_STATE_LOCKED = 1 };

struct TTASEventMutex {
  TTASEventMutex() : m_lock_word(MUTEX_STATE_UNLOCKED), m_waiters(false), m_spins(0) {}

  bool try_lock() {
    int expected = MUTEX_STATE_UNLOCKED;
    return m_lock_word.compare_exchange_strong(expected, MUTEX_STATE_LOCKED, std::memory_order_acquire);
  }

  bool is_locked() const { return m_lock_word.load(std::memory_order_relaxed) != MUTEX_STATE_UNLOCKED; }

  bool is_free(ulint max_spins, ulint max_delay, ulint &n_spins) const {
    for (;;) {
      if (!is_locked()) return true;
      ut_delay(ut_rnd_interval(0, max_delay));
      if (++n_spins > max_spins) return false;
    }
  }

  void enter(ulint max_spins, ulint max_delay) {
    ulint n_spins = 0;
    ulint step = max_spins;
    while (!try_lock()) {
      if (!is_free(max_spins, max_delay, n_spins)) {
        max_spins = n_spins + step;
        m_waiters.store(true, std::memory_order_relaxed);
        std::this_thread::yield();
      }
    }
    m_spins += n_spins;
  }

  void exit() {
    m_lock_word.store(MUTEX_STATE_UNLOCKED, std::memory_order_release);
    if (m_waiters.load(std::memory_order_relaxed)) m_waiters.store(false, std::memory_order_relaxed);
  }

 private:
  std::atomic<int> m_lock_word;
  std::atomic<bool> m_waiters;
  ulint m_spins;
};

struct trx_t {
  ulint id;
  ulint n_ref;
};

struct trx_sys_t {
  alignas(64) TTASEventMutex mutex;
  alignas(64) trx_t *rw_trx_list[1024];
  ulint n_rw_trx;
};

extern trx_sys_t *trx_sys;

void mutex_enter(TTASEventMutex *mutex) { mutex->enter(srv_n_spin_wait_rounds, srv_spin_wait_delay); }

trx_t *trx_rw_is_active(ulint trx_id) {
  trx_t *found = nullptr;
  mutex_enter(&trx_sys->mutex);
  for (ulint i = 0; i < trx_sys->n_rw_trx; i++) {
    if (trx_sys->rw_trx_list[i]->id == trx_id) {
      found = trx_sys->rw_trx_list[i];
      found->n_ref++;
      break;
    }
  }
  trx_sys->mutex.exit();
  return found;
}
