#include "c2c-ingest/record/sim/ShimCalls.h"

#include <cerrno>
#include <pthread.h>
#include <threads.h>

/// Stands in front of the functions that start threads and wait for their ends, passes each call
/// on, and tells the plugin of the caller's stack: before a thread is started, and when one has
/// ended. A frame that is there at both moments lives while that thread runs. It tells as well what
/// the thread is started with.

using namespace fsfind::record::sim;

namespace {

/// The functions that the program would call without this library; null if there is none.
struct Next {
  int (*pthread_create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  int (*pthread_join)(pthread_t, void **);
  int (*thrd_create)(thrd_t *, thrd_start_t, void *);
  int (*thrd_join)(thrd_t, int *);
};

/// Looks the function up if that has not been done: others are loaded, and may start threads,
/// before this library.
template <class Function> Function found(Function &function, const char *name) {
  if (function == nullptr)
    find(function, name);
  return function;
}

constinit Next next_functions = {};

void tellOfStack(const fsfind::record::CallSight &call) {
  tell(fsfind::record::AllocationEvent::StackSeen, call.pointer, call.returns, call.frame);
}

template <class Function> void tellOfStart(Function run, const void *argument) {
  tell(fsfind::record::AllocationEvent::ThreadStarts, reinterpret_cast<std::uintptr_t>(run),
       reinterpret_cast<std::uintptr_t>(argument));
}

} // namespace

FSFIND_INTERPOSED int fsfindPthreadCreate(pthread_t *thread, const pthread_attr_t *attributes,
                                          void *(*run)(void *),
                                          void *argument) __asm__("pthread_create");
int fsfindPthreadCreate(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                        void *argument) {
  tellOfStack(FSFIND_CALL);
  tellOfStart(run, argument);
  const auto next = found(next_functions.pthread_create, "pthread_create");
  return next == nullptr ? EAGAIN : next(thread, attributes, run, argument);
}

FSFIND_INTERPOSED int fsfindPthreadJoin(pthread_t thread, void **result) __asm__("pthread_join");
int fsfindPthreadJoin(pthread_t thread, void **result) {
  const auto next = found(next_functions.pthread_join, "pthread_join");
  const int error = next == nullptr ? EINVAL : next(thread, result);
  tellOfStack(FSFIND_CALL);
  return error;
}

FSFIND_INTERPOSED int fsfindThrdCreate(thrd_t *thread, thrd_start_t run,
                                       void *argument) __asm__("thrd_create");
int fsfindThrdCreate(thrd_t *thread, thrd_start_t run, void *argument) {
  tellOfStack(FSFIND_CALL);
  tellOfStart(run, argument);
  const auto next = found(next_functions.thrd_create, "thrd_create");
  return next == nullptr ? static_cast<int>(thrd_error) : next(thread, run, argument);
}

FSFIND_INTERPOSED int fsfindThrdJoin(thrd_t thread, int *result) __asm__("thrd_join");
int fsfindThrdJoin(thrd_t thread, int *result) {
  const auto next = found(next_functions.thrd_join, "thrd_join");
  const int error = next == nullptr ? static_cast<int>(thrd_error) : next(thread, result);
  tellOfStack(FSFIND_CALL);
  return error;
}
