#pragma once

#include "tests/cli/Run.h"

/// A small project for fsfind check.
namespace fsfind::test {

/// A project whose false sharing only the whole of it shows: the members are declared in the
/// header, written in two units by functions that the third starts on threads.
inline constexpr const char *kProject = R"(
mkdir -p src build; I='#include'; export XDG_CACHE_HOME="$T/cache" FSFIND_PAGER=cat
cat >src/stats.h <<'END'
#pragma once
#define APART
struct stats {
  long requests;
  APART long errors;
};
extern struct stats stats;
void *serve(void *), *complain(void *);
END
cat >src/serve.c <<END
$I "stats.h"
void *serve(void *arg) {
  for (long i = 0; i < 1000000; i++)
    stats.requests++;
  return arg;
}
END
sed 's/serve/complain/; s/requests/errors/' src/serve.c >src/complain.c
cat >src/main.c <<END
$I "stats.h"
#include <pthread.h>
struct stats stats;
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, serve, 0);
  pthread_create(&b, 0, complain, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
END
entry() { printf '{"directory": "%s/src", "file": "%s", "command": "gcc %s -c %s"}' "$T" "$1" "$2" "$1"; }
database() { echo "[$(entry main.c "$1"), $(entry serve.c "$1"), $(entry complain.c "$1") $2]" >build/compile_commands.json; }
database "-O2 -std=c11"
check() { "$FSFIND" check "$@"; }
)";

/// Runs commands in the project's folder; `check` is fsfind check.
inline RunResult inProject(const std::string &commands) {
  return run(kProject + commands);
}

} // namespace fsfind::test
