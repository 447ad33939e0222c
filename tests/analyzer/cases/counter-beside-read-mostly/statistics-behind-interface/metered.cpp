// suspect: threads, object
// also-true: fsfind-contended-atomic
// A metered subtitle store reads the pointer to the wrapped store in every call of every thread and
// changes the counters behind the pointer. The counters are two calls away, in inline methods of a
// header; callers come in through an interface and a unique pointer.
// as in: Apache Arrow, https://github.com/apache/arrow/pull/40647
#include "tally.h"
#include <memory>

struct SubtitleStore {
  virtual ~SubtitleStore() = default;
  virtual char *borrow(int scene, long size) = 0;
  virtual void giveBack(char *text, long size) = 0;
};

namespace {
template <class Clock> class MeteredStore : public SubtitleStore {
public:
  explicit MeteredStore(SubtitleStore *behind) : behind_(behind) {}
  char *borrow(int scene, long size) override {
    counts_.served(size);
    return behind_->borrow(scene + Clock::offset, size);
  }
  void giveBack(char *text, long size) override {
    behind_->giveBack(text, size);
    counts_.returned(size);
  }
private:
  SubtitleStore *behind_; // expect: fsfind-adjacent-thread-fields
  Tally counts_;          // expect: fsfind-adjacent-thread-fields
};

struct CinemaClock { static constexpr int offset = 2; };
} // namespace

class Projectionist {
public:
  explicit Projectionist(SubtitleStore *shelf)
      : impl_(std::make_unique<MeteredStore<CinemaClock>>(shelf)) {}
  char *line(int scene) { return impl_->borrow(scene, 80); }
  void done(char *text) { impl_->giveBack(text, 80); }
private:
  std::unique_ptr<MeteredStore<CinemaClock>> impl_;
};

char *nextLine(Projectionist &hall, int scene) { return hall.line(scene); }
void lineShown(Projectionist &hall, char *text) { hall.done(text); }
