// project: BLIS (frame/thread/bli_thrcomm.h)
// reference: reduced from memory; the released thrcomm_t pads each of its members
// kind: hot-flag
// starts: visible
// args: -fopenmp -std=gnu11
// also-true: fsfind-contended-atomic
// wrong: the sense on which all threads of a communicator spin at a barrier lies beside the count of arrivals, to which each of
//        them adds, and beside the number of threads and the object that is broadcast.
#include <omp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t dim_t;
typedef int gint_t;
typedef int err_t;
typedef int64_t siz_t;

#define BLIS_CACHE_LINE_SIZE 64
#define bli_min(a, b) ((a) < (b) ? (a) : (b))

#ifdef FIXED
typedef struct thrcomm_s
{
	void* sent_object;
	char  padding1[ BLIS_CACHE_LINE_SIZE ];
	dim_t n_threads;
	char  padding2[ BLIS_CACHE_LINE_SIZE ];
	gint_t barrier_sense;
	char  padding3[ BLIS_CACHE_LINE_SIZE ];
	dim_t barrier_threads_arrived;
	char  padding4[ BLIS_CACHE_LINE_SIZE ];
} thrcomm_t;
#else
typedef struct thrcomm_s
{
	void*  sent_object;
	dim_t  n_threads;               /* expect: fsfind-adjacent-thread-fields */
	gint_t barrier_sense;           /* expect: fsfind-adjacent-thread-fields */
	dim_t  barrier_threads_arrived; /* expect: fsfind-adjacent-thread-fields */
} thrcomm_t;
#endif

typedef struct thrinfo_s
{
	thrcomm_t* ocomm;
	dim_t      ocomm_id;
	dim_t      n_way;
	dim_t      work_id;
	bool       free_comm;
	struct thrinfo_s* sub_node;
} thrinfo_t;

typedef struct cntx_s
{
	dim_t mc, kc, nc, mr, nr;
	void (*gemm_ukr)( dim_t k, const double* a, const double* b, double* c, dim_t rs_c );
} cntx_t;

typedef struct mem_s
{
	void* buf;
	siz_t size;
} mem_t;

void* bli_malloc_intl( siz_t size, err_t* r_val )
{
	void* p = malloc( size );
	*r_val = p ? 0 : -1;
	return p;
}

void bli_thrcomm_init( dim_t n_threads, thrcomm_t* comm )
{
	if ( comm == NULL ) return;
	comm->sent_object             = NULL;
	comm->n_threads               = n_threads;
	comm->barrier_sense           = 0;
	comm->barrier_threads_arrived = 0;
}

thrcomm_t* bli_thrcomm_create( dim_t n_threads )
{
	err_t      r_val;
	thrcomm_t* comm = bli_malloc_intl( sizeof( thrcomm_t ), &r_val );

	bli_thrcomm_init( n_threads, comm );
	return comm;
}

void bli_thrcomm_barrier( dim_t t_id, thrcomm_t* comm )
{
	if ( comm == NULL || comm->n_threads == 1 ) return;

	gint_t orig_sense = __atomic_load_n( &comm->barrier_sense, __ATOMIC_RELAXED );
	dim_t  my_threads_arrived = __atomic_add_fetch( &comm->barrier_threads_arrived, 1, __ATOMIC_ACQ_REL );

	if ( my_threads_arrived == comm->n_threads )
	{
		comm->barrier_threads_arrived = 0;
		__atomic_fetch_xor( &comm->barrier_sense, 1, __ATOMIC_RELEASE );
	}
	else
	{
		while ( __atomic_load_n( &comm->barrier_sense, __ATOMIC_ACQUIRE ) == orig_sense )
			;
	}
}

void* bli_thrcomm_bcast( dim_t id, void* to_send, thrcomm_t* comm )
{
	if ( comm == NULL || comm->n_threads == 1 ) return to_send;

	if ( id == 0 ) comm->sent_object = to_send;
	bli_thrcomm_barrier( id, comm );
	void* object = comm->sent_object;
	bli_thrcomm_barrier( id, comm );
	return object;
}

static void bli_thread_range( const thrinfo_t* thread, dim_t n, dim_t bf, dim_t* start, dim_t* end )
{
	dim_t n_bf    = ( n + bf - 1 ) / bf;
	dim_t per_way = ( n_bf + thread->n_way - 1 ) / thread->n_way;

	*start = bli_min( thread->work_id * per_way * bf, n );
	*end   = bli_min( *start + per_way * bf, n );
}

static mem_t* bli_packm_alloc( siz_t size, mem_t* local, thrinfo_t* thread )
{
	err_t r_val;

	if ( thread->ocomm_id == 0 && local->size < size )
	{
		free( local->buf );
		local->buf  = bli_malloc_intl( size, &r_val );
		local->size = size;
	}
	return bli_thrcomm_bcast( thread->ocomm_id, local, thread->ocomm );
}

static void bli_gemm_int( dim_t m, dim_t n, dim_t k, const double* a, const double* b, double* c, const cntx_t* cntx,
                          thrinfo_t* thread )
{
	mem_t local = { NULL, 0 };

	for ( dim_t pp = 0; pp < k; pp += cntx->kc )
	{
		dim_t   kc = bli_min( cntx->kc, k - pp );
		mem_t*  mem = bli_packm_alloc( kc * n * sizeof( double ), &local, thread );
		double* p = mem->buf;
		dim_t   j0, j1;

		bli_thread_range( thread, n, cntx->nr, &j0, &j1 );
		if ( j1 > j0 ) memcpy( p + j0 * kc, b + pp * n + j0 * kc, ( j1 - j0 ) * kc * sizeof( double ) );
		bli_thrcomm_barrier( thread->ocomm_id, thread->ocomm );

		for ( dim_t i = 0; i < m; i += cntx->mr )
			for ( dim_t j = j0; j < j1; j += cntx->nr )
				cntx->gemm_ukr( kc, a + i * k + pp, p + j * kc, c + i * n + j, n );
		bli_thrcomm_barrier( thread->ocomm_id, thread->ocomm );
	}
	if ( thread->ocomm_id == 0 ) free( local.buf );
}

void bli_l3_thread_decorator( dim_t m, dim_t n, dim_t k, const double* a, const double* b, double* c, const cntx_t* cntx )
{
	dim_t      n_threads = omp_get_max_threads();
	thrcomm_t* gl_comm   = bli_thrcomm_create( n_threads );

	#pragma omp parallel num_threads( n_threads )
	{
		dim_t     tid    = omp_get_thread_num();
		thrinfo_t thread = { gl_comm, tid, n_threads, tid, false, NULL };

		bli_gemm_int( m, n, k, a, b, c, cntx, &thread );
	}
	free( gl_comm );
}
