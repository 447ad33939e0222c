#include "server-t.h"

int raw_sock_connect(uint32_t addr, uint32_t source, uint16_t port, int mss);

struct server *get_server_lc(struct proxy *px, const struct server *avoid)
{
	struct server *best = NULL, *s;
	uint64_t best_load = ~0ULL;

	for (s = px->srv; s; s = s->next) {
		uint64_t load;

		if (s == avoid || s->cur_state == SRV_ST_STOPPED || !s->next_eweight)
			continue;
		load = ((uint64_t)HA_ATOMIC_LOAD(&s->served) << 16) / s->next_eweight;
		if (load < best_load && (!s->maxconn || HA_ATOMIC_LOAD(&s->served) < srv_dynamic_maxconn(s))) {
			best_load = load;
			best = s;
		}
	}
	return best;
}

int srv_connect(struct server *s)
{
	int fd;

	HA_ATOMIC_INC(&s->served);
	fd = raw_sock_connect(s->addr, s->source, s->svc_port, s->mss);
	if (fd < 0) {
		HA_ATOMIC_DEC(&s->served);
		return -1;
	}
	HA_ATOMIC_INC(&s->cur_sess);
	return fd;
}
