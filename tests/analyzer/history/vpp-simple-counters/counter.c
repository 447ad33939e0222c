#include "counter.h"
#include "threads.h"

void
vlib_validate_simple_counter (vlib_simple_counter_main_t *cm, u32 index)
{
  vlib_thread_main_t *tm = vlib_get_thread_main ();
  int i;

  vec_validate (cm->counters, tm->n_vlib_mains - 1);
  for (i = 0; i < (int) tm->n_vlib_mains; i++)
#ifdef FIXED
    vec_validate_aligned (cm->counters[i], index, CLIB_CACHE_LINE_BYTES);
#else
    vec_validate (cm->counters[i], index); /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
#endif
}

void
vlib_clear_simple_counters (vlib_simple_counter_main_t *cm)
{
  int i, j;

  for (i = 0; i < vec_len (cm->counters); i++)
    {
      counter_t *counters = cm->counters[i]; /* expect: fsfind-per-thread-slots|fsfind-adjacent-thread-fields */
      for (j = 0; j < vec_len (counters); j++)
	counters[j] = 0;
    }
}
