// project: CUBRID (storage/page_buffer.c and base/memory_cwrapper.h)
// reference: https://github.com/CUBRID/cubrid/pull/7267 and pull 7340 (read)
// kind: per-thread-array
// starts: hidden
// wrong: the page buffer's counters by thread are padded to a line, but malloc, behind the memory wrapper, aligns to 16 bytes
//        only, so that a slot's counters end in the line where the next slot begins.
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define NO_ERROR 0
#define ER_FAILED (-1)

/* memory wrapper */
void mmon_add_stat (char *ptr, size_t size, const char *file, int line);
void mmon_sub_stat (char *ptr);

static inline void *
cub_alloc (size_t size, const char *file, const int line)
{
  void *p = malloc (size);
  if (p != NULL)
    {
      mmon_add_stat ((char *) p, size, file, line);
    }
  return p;
}

static inline void *
cub_aligned_alloc (size_t alignment, size_t size, const char *file, const int line)
{
  size_t total = (size + alignment - 1) & ~(alignment - 1);
  void *p = aligned_alloc (alignment, total);
  if (p != NULL)
    {
      mmon_add_stat ((char *) p, total, file, line);
    }
  return p;
}

#define db_malloc(sz) cub_alloc (sz, __FILE__, __LINE__)
#define db_aligned_malloc(align, sz) cub_aligned_alloc (align, sz, __FILE__, __LINE__)

struct thread_entry
{
  int index;
  int tran_index;
  void *private_heap;
};
typedef struct thread_entry THREAD_ENTRY;

static inline int
thread_get_entry_index (THREAD_ENTRY * thread_p)
{
  return thread_p != NULL ? thread_p->index : 0;
}

size_t thread_num_total_threads ();

/* page buffer */
typedef struct pgbuf_status PGBUF_STATUS;
struct pgbuf_status
{
  unsigned long long num_hit;		// expect: fsfind-per-thread-slots|fsfind-ineffective-padding
  unsigned long long num_page_request;	// expect: fsfind-per-thread-slots|fsfind-ineffective-padding
  unsigned long long num_pages_created;
  unsigned long long num_pages_written;
  unsigned long long num_pages_read;	// expect: fsfind-per-thread-slots|fsfind-ineffective-padding
  unsigned int num_flusher_waiting_threads;
  unsigned int dummy;
  char m_pad[64 - 5 * sizeof (unsigned long long) - 2 * sizeof (unsigned int)]; // expect: fsfind-per-thread-slots|fsfind-ineffective-padding
};

typedef struct pgbuf_bcb PGBUF_BCB;
PGBUF_BCB *pgbuf_search_hash_chain (int volid, int pageid);
PGBUF_BCB *pgbuf_claim_bcb (THREAD_ENTRY * thread_p, int volid, int pageid, bool is_new);
char *pgbuf_latch_bcb (THREAD_ENTRY * thread_p, PGBUF_BCB * bcb);

struct pgbuf_buffer_pool
{
  int num_buffers;
  PGBUF_BCB **hash_table;
  PGBUF_STATUS *show_status;		// expect: fsfind-per-thread-slots|fsfind-ineffective-padding
};
static pgbuf_buffer_pool pgbuf_Pool;

int
pgbuf_initialize (int num_buffers)
{
  size_t n = thread_num_total_threads () + 1;

  pgbuf_Pool.num_buffers = num_buffers;
#ifdef FIXED
  pgbuf_Pool.show_status = (PGBUF_STATUS *) db_aligned_malloc (64, sizeof (PGBUF_STATUS) * n);
#else
  pgbuf_Pool.show_status = (PGBUF_STATUS *) db_malloc (sizeof (PGBUF_STATUS) * n); // expect: fsfind-per-thread-slots|fsfind-ineffective-padding
#endif
  if (pgbuf_Pool.show_status == NULL)
    {
      return ER_FAILED;
    }
  memset (pgbuf_Pool.show_status, 0, sizeof (PGBUF_STATUS) * n);
  return NO_ERROR;
}

void
pgbuf_finalize ()
{
  mmon_sub_stat ((char *) pgbuf_Pool.show_status);
  free (pgbuf_Pool.show_status);
  pgbuf_Pool.show_status = NULL;
}

char *
pgbuf_fix (THREAD_ENTRY * thread_p, int volid, int pageid, bool is_new)
{
  PGBUF_STATUS *show_status = &pgbuf_Pool.show_status[thread_get_entry_index (thread_p)];
  PGBUF_BCB *bcb = pgbuf_search_hash_chain (volid, pageid);

  show_status->num_page_request++;
  if (bcb != NULL)
    {
      show_status->num_hit++;
    }
  else
    {
      bcb = pgbuf_claim_bcb (thread_p, volid, pageid, is_new);
      if (bcb == NULL)
	{
	  return NULL;
	}
      if (is_new)
	{
	  show_status->num_pages_created++;
	}
      else
	{
	  show_status->num_pages_read++;
	}
    }
  return pgbuf_latch_bcb (thread_p, bcb);
}

void
pgbuf_scan_status (unsigned long long *hits, unsigned long long *requests)
{
  *hits = *requests = 0;
  for (size_t i = 0; i <= thread_num_total_threads (); i++)
    {
      *hits += pgbuf_Pool.show_status[i].num_hit;
      *requests += pgbuf_Pool.show_status[i].num_page_request;
    }
}
