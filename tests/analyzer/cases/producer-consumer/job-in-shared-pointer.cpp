// A developing job of a film laboratory, shared by a pool: the next strip, which all threads add to,
// the numbers of active and finished threads, a flag that the caller polls, and parameters follow one
// another. Twist: swapped as a shared pointer, used through a raw one; mended by dummy arrays.
// also-true: fsfind-contended-atomic
#include <atomic>
#include <memory>
#include <mutex>
#include <pthread.h>

#ifdef FIXED
#define GAP(n) long gap##n[8];
#else
#define GAP(n)
#endif

void developStrip(int strip);

struct Job {
  explicit Job(int n) : strips(n) {}
  const int strips; // expect: fsfind-adjacent-thread-fields
  GAP(0)
  std::atomic<int> next{0}; // expect: fsfind-adjacent-thread-fields
  GAP(1)
  std::atomic<int> active{0}; // expect: fsfind-adjacent-thread-fields
  GAP(2)
  std::atomic<int> finished{0}; // expect: fsfind-adjacent-thread-fields
  GAP(3)
  std::atomic<bool> done{false}; // expect: fsfind-adjacent-thread-fields
  GAP(4)
  void work() {
    active.fetch_add(1);
    for (int strip; (strip = next.fetch_add(1)) < strips;)
      developStrip(strip);
    if (finished.fetch_add(1) + 1 == active)
      done = true;
  }
};

class Hand {
public:
  Hand() { pthread_create(&thread_, nullptr, enter, this); }
  void give(std::shared_ptr<Job> job) {
    const std::lock_guard<std::mutex> guard(mutex_);
    job_.swap(job);
  }

private:
  static void *enter(void *self) { return static_cast<Hand *>(self)->loop(), nullptr; }
  void loop() {
    for (std::shared_ptr<Job> own;; own.reset()) {
      mutex_.lock();
      own.swap(job_);
      mutex_.unlock();
      if (Job *job = own.get())
        job->work();
    }
  }
  std::mutex mutex_;
  std::shared_ptr<Job> job_;
  pthread_t thread_;
};

void develop(Hand *hands, int count, int strips) {
  auto job = std::make_shared<Job>(strips);
  for (int i = 0; i < count; ++i)
    hands[i].give(job);
  job->work();
  while (!job->done) {
  }
}
