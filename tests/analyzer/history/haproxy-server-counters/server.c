#include <stdlib.h>
#include "server-t.h"

struct server *new_server(struct proxy *px, const char *id, unsigned maxconn)
{
	struct server *srv;

#ifdef FIXED
	srv = aligned_alloc(64, sizeof(*srv));
	if (!srv)
		return NULL;
	__builtin_memset(srv, 0, sizeof(*srv));
#else
	srv = calloc(1, sizeof(*srv));
	if (!srv)
		return NULL;
#endif
	srv->id = id;
	srv->proxy = px;
	srv->maxconn = maxconn;
	srv->minconn = maxconn / 4;
	srv->uweight = srv->next_eweight = 16;
	srv->cur_state = srv->next_state = SRV_ST_RUNNING;
	srv->next = px->srv;
	px->srv = srv;
	px->srv_act++;
	return srv;
}

unsigned int srv_dynamic_maxconn(const struct server *s)
{
	unsigned int max;

	if (s->minconn == s->maxconn)
		max = s->maxconn;
	else if (s->proxy->fullconn == 0)
		max = s->minconn;
	else
		max = s->minconn + (s->maxconn - s->minconn) / s->proxy->fullconn;
	if (s->cur_state == SRV_ST_STARTING && s->slowstart)
		max = max / 2 + 1;
	return max;
}
