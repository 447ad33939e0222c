// Members of bases and of the derived class, virtual functions, two bases, all on the heap.
#include "tests/naming/programs/support.h"

#include <memory>
#include <thread>
#include <vector>

namespace {

class Counted {
public:
  virtual ~Counted() = default;
  void touch() { ++touches_; }

protected:
  long touches_ = 0;
};

class Handler {
public:
  virtual ~Handler() = default;
  virtual void handle(unsigned value) = 0;
  void fail() { ++failures_; }

protected:
  long failures_ = 0;
};

class Session final : public Counted, public Handler {
public:
  void handle(unsigned value) override {
    bytes_ += value;
    if (value % 3 == 0)
      ++packets_;
  }
  void tellAll() const {
    tell("heap", "", -1, "Session", "touches_", &touches_, sizeof touches_);
    tellPart("Counted", "touches_");
    tell("heap", "", -1, "Session", "failures_", &failures_, sizeof failures_);
    tellPart("Handler", "failures_");
    TELL_MEMBER("heap", "", -1, "Session", *this, bytes_);
    TELL_MEMBER("heap", "", -1, "Session", *this, packets_);
    // The pointers to the virtual tables; compilers name them differently.
    tell("heap", "", -1, "Session", "", static_cast<const Counted *>(this), sizeof(void *));
    tellAlso("Session", "_vptr.Counted");
    tellAlso("Session", "_vptr$Counted");
    tellPart("Counted", "_vptr.Counted");
    tellPart("Counted", "_vptr$Counted");
    tell("heap", "", -1, "Session", "", static_cast<const Handler *>(this), sizeof(void *));
    tellAlso("Session", "_vptr.Handler");
    tellAlso("Session", "_vptr$Handler");
    tellPart("Handler", "_vptr.Handler");
    tellPart("Handler", "_vptr$Handler");
  }

private:
  unsigned long bytes_ = 0;
  int packets_ = 0;
};

void receive(Handler &handler) {
  unsigned seed = 1;
  for (int round = 0; round < 25000; ++round) {
    seed = work(seed);
    handler.handle(seed & 0xFF);
  }
}

void touchOften(Counted *counted) {
  for (unsigned round = 0; round < 25000; ++round) {
    work(round);
    counted->touch();
  }
}

} // namespace

int main() {
  auto session = std::make_unique<Session>();
  session->tellAll();
  std::vector<std::thread> threads;
  threads.emplace_back(receive, std::ref(*session));
  threads.emplace_back(touchOften, session.get());
  threads.emplace_back([handler = static_cast<Handler *>(session.get())] {
    for (unsigned round = 0; round < 25000; ++round) {
      if (work(round) & 1)
        handler->fail();
    }
  });
  for (std::thread &thread : threads)
    thread.join();
}
