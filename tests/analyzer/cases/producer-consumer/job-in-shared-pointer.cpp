// suspect: threads, object, data
// A job of a film laboratory, shared by a pool: the next strip, which all threads add to, the
// numbers of active and finished ones, a flag that the caller polls, and a parameter follow one
// another. Twist: handed over as a shared pointer; mended by arrays.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <memory>
#include <mutex>
#include <pthread.h>
#include <utility>

#ifdef FIXED
#define GAP(n) long gap##n[8];
#else
#define GAP(n)
#endif
void developStrip(int strip);
struct Job {
  explicit Job(int n) : strips(n) {}
  void work() {
    active.fetch_add(1);
    for (int strip; (strip = next.fetch_add(1)) < strips;)
      developStrip(strip);
    if (finished.fetch_add(1) + 1 == active)
      done = true;
  }
  const int strips; // expect: fsfind-adjacent-thread-fields
  GAP(0)
  std::atomic<int> next{0}; // expect: fsfind-adjacent-thread-fields
  GAP(1)
  std::atomic<int> finished{0}; // expect: fsfind-adjacent-thread-fields
  GAP(2)
  std::atomic<int> active{0}; // expect: fsfind-adjacent-thread-fields
  GAP(3)
  std::atomic<bool> done{false}; // expect: fsfind-adjacent-thread-fields
};
struct Hand {
  Hand() { pthread_create(&thread, nullptr, enter, this); }
  void swap(std::shared_ptr<Job> &&one) {
    const std::lock_guard<std::mutex> guard(mutex);
    job.swap(one);
  }
  static void *enter(void *self) {
    for (std::shared_ptr<Job> own;; own.reset()) {
      static_cast<Hand *>(self)->swap(std::move(own));
      if (Job *raw = own.get())
        raw->work();
    }
  }
  std::mutex mutex;
  std::shared_ptr<Job> job;
  pthread_t thread;
};
void develop(Hand (&hands)[8], int strips) {
  const auto job = std::make_shared<Job>(strips);
  for (Hand &hand : hands)
    hand.swap(std::shared_ptr<Job>(job));
  job->work();
  while (!job->done)
    ;
}
