// project: OpenDataPlane (linux-generic and examples)
// reference: https://github.com/OpenDataPlane/odp/pull/398 (read)
// kind: ineffective-padding
// starts: visible
// wrong: the alignment attribute stands after the name that a typedef gives an unnamed structure, so it aligns that name only
//        and does not make the structure larger; elements of the workers' statistics are 32 bytes apart.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

#define ODP_CACHE_LINE_SIZE 64
#define ODP_ALIGNED(x) __attribute__((__aligned__(x)))
#define ODP_ALIGNED_CACHE ODP_ALIGNED(ODP_CACHE_LINE_SIZE)

#define MAX_WORKERS 32
#define MAX_PKT_BURST 32

typedef uint64_t odp_shm_t;
typedef void *odp_packet_t;
typedef int odp_pktin_queue_t;
typedef int odp_pktout_queue_t;

odp_shm_t odp_shm_reserve(const char *name, uint64_t size, uint64_t align, uint32_t flags);
void *odp_shm_addr(odp_shm_t shm);
int odp_pktin_recv(odp_pktin_queue_t queue, odp_packet_t pkt[], int num);
int odp_pktout_send(odp_pktout_queue_t queue, odp_packet_t pkt[], int num);
void odp_packet_free_multi(odp_packet_t pkt[], int num);
int odp_init_local(int thr_type);

#ifdef FIXED
typedef struct ODP_ALIGNED_CACHE {
	uint64_t packets;
	uint64_t rx_drops;
	uint64_t tx_drops;
	uint64_t polls;
} stats_t;
#else
typedef struct {
	uint64_t packets;  /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
	uint64_t rx_drops; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
	uint64_t tx_drops; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
	uint64_t polls;    /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
} stats_t ODP_ALIGNED_CACHE; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
#endif

typedef struct {
	int thr_idx;
	odp_pktin_queue_t pktin;
	odp_pktout_queue_t pktout;
} thread_args_t;

typedef struct {
	thread_args_t thread[MAX_WORKERS];
	pthread_t handle[MAX_WORKERS];
	stats_t *stats; /* expect: fsfind-ineffective-padding|fsfind-per-thread-slots */
	int num_workers;
	volatile int exit_threads;
} args_t;

static args_t *gbl_args;

static int drop_err_pkts(odp_packet_t pkt_tbl[], int num);

static void *run_worker(void *arg)
{
	thread_args_t *thr_args = arg;
	stats_t *stats = gbl_args->stats;
	const int idx = thr_args->thr_idx;
	odp_packet_t pkt_tbl[MAX_PKT_BURST];

	odp_init_local(0);

	while (!gbl_args->exit_threads) {
		int pkts = odp_pktin_recv(thr_args->pktin, pkt_tbl, MAX_PKT_BURST);

		stats[idx].polls++;
		if (pkts <= 0)
			continue;

		int drops = drop_err_pkts(pkt_tbl, pkts);

		stats[idx].rx_drops += drops;
		pkts -= drops;

		int sent = odp_pktout_send(thr_args->pktout, pkt_tbl, pkts);

		sent = sent < 0 ? 0 : sent;
		if (sent < pkts) {
			stats[idx].tx_drops += pkts - sent;
			odp_packet_free_multi(&pkt_tbl[sent], pkts - sent);
		}
		stats[idx].packets += sent;
	}

	return NULL;
}

int odp_packet_has_error(odp_packet_t pkt);

static int drop_err_pkts(odp_packet_t pkt_tbl[], int num)
{
	int i, j = 0, dropped = 0;

	for (i = 0; i < num; i++) {
		if (odp_packet_has_error(pkt_tbl[i])) {
			odp_packet_free_multi(&pkt_tbl[i], 1);
			dropped++;
		} else {
			pkt_tbl[j++] = pkt_tbl[i];
		}
	}
	return dropped;
}

static void print_speed_stats(void)
{
	uint64_t pkts = 0, drops = 0;

	for (int i = 0; i < gbl_args->num_workers; i++) {
		pkts += gbl_args->stats[i].packets;
		drops += gbl_args->stats[i].rx_drops + gbl_args->stats[i].tx_drops;
	}
	printf("%llu packets, %llu drops\n", (unsigned long long)pkts, (unsigned long long)drops);
}

int l2fwd_run(int num_workers)
{
	odp_shm_t shm = odp_shm_reserve("args", sizeof(args_t), ODP_CACHE_LINE_SIZE, 0);

	gbl_args = odp_shm_addr(shm);
	shm = odp_shm_reserve("stats", num_workers * sizeof(stats_t), ODP_CACHE_LINE_SIZE, 0);
	gbl_args->stats = odp_shm_addr(shm);
	gbl_args->num_workers = num_workers;

	for (int i = 0; i < num_workers; i++) {
		gbl_args->thread[i].thr_idx = i;
		gbl_args->thread[i].pktin = i;
		gbl_args->thread[i].pktout = i;
		if (pthread_create(&gbl_args->handle[i], NULL, run_worker, &gbl_args->thread[i]))
			return -1;
	}
	print_speed_stats();
	for (int i = 0; i < num_workers; i++)
		pthread_join(gbl_args->handle[i], NULL);
	return 0;
}
