#pragma once

#include "tests/cli/Run.h"

#include <string>

/// A repository of git, for tests of what a change brings.
namespace fsfind::test {

/// A repository with a finding in old.c, and a branch that adds new.c with another one.
inline constexpr const char *kRepository = R"(
git init -q -b main . && git config user.email a@b && git config user.name n &&
unit() { printf '%s\n' '#include <pthread.h>' "struct $1 { long hits; };" "static struct $1 $1s[8];" \
  'static void *run(void *p) { long n = (long)p; for (int i = 0; i < 1000000; i++) '"$1s"'[n].hits++; return 0; }' \
  "int start_$1(void) { pthread_t t[8]; for (long i = 0; i < 8; i++) pthread_create(&t[i], 0, run, (void *)i);" \
  'for (int i = 0; i < 8; i++) pthread_join(t[i], 0); return 0; }' > $1.c; }
unit old && git add . && git commit -qm one && git checkout -qb change && unit new &&
check() { "$FSFIND" check --no-cache "$@" -- -std=c11; }
)";

inline std::string inRepository(const std::string &words) {
  return std::string(kRepository) + words;
}

inline bool hasGit() {
  return run("command -v git").exit_code == 0;
}

} // namespace fsfind::test
