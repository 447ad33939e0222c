#include "server-t.h"

struct stream {
	struct proxy *be;
	struct server *target;
	int fd;
	int retries;
	int (*process)(struct stream *s);
};

void srv_release(struct server *s)
{
	HA_ATOMIC_DEC(&s->cur_sess);
	HA_ATOMIC_DEC(&s->served);
	if (s->on_close)
		s->on_close(s);
}

int process_stream(struct stream *s)
{
	while (!s->target && s->retries-- > 0) {
		struct server *srv = get_server_lc(s->be, NULL);

		if (!srv)
			return -1;
		s->fd = srv_connect(srv);
		if (s->fd >= 0)
			s->target = srv;
	}
	if (!s->target)
		return -1;
	if (s->process(s))
		return 1;
	srv_release(s->target);
	s->target = NULL;
	return 0;
}
