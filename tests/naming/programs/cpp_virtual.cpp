// Virtual inheritance: the shared base lies behind the members of the derived classes.
#include "tests/naming/programs/support.h"

#include <memory>
#include <thread>
#include <vector>

namespace {

class Stream {
public:
  virtual ~Stream() = default;
  void move(unsigned bytes) { position_ += bytes; }

protected:
  long position_ = 0;
};

class Reader : public virtual Stream {
public:
  virtual void read(unsigned bytes) { reads_ += bytes & 1; }

protected:
  int reads_ = 0;
};

class Writer : public virtual Stream {
public:
  void write(unsigned bytes) { written_ += bytes; }

protected:
  long written_ = 0;
};

class Pipe final : public Reader, public Writer {
public:
  void read(unsigned bytes) override {
    Reader::read(bytes);
    ++wakeups_;
  }
  void tellAll() const {
    tell("heap", "", -1, "Pipe", "position_", &position_, sizeof position_);
    tellPart("Stream", "position_");
    tell("heap", "", -1, "Pipe", "reads_", &reads_, sizeof reads_);
    tellPart("Reader", "reads_");
    tell("heap", "", -1, "Pipe", "written_", &written_, sizeof written_);
    tellPart("Writer", "written_");
    TELL_MEMBER("heap", "", -1, "Pipe", *this, wakeups_);
    tellTables();
  }

private:
  /// The pointers to the virtual tables, which loads of methods and of the shared base follow.
  void tellTables() const {
    const struct {
      const void *at;
      const char *name, *name_of_clang;
    } tables[] = {{static_cast<const Reader *>(this), "_vptr.Reader", "_vptr$Reader"},
                  {static_cast<const Writer *>(this), "_vptr.Writer", "_vptr$Writer"},
                  {static_cast<const Stream *>(this), "_vptr.Stream", "_vptr$Stream"}};
    for (const auto &table : tables) {
      tell("heap", "", -1, "Pipe", table.name, table.at, sizeof(void *));
      tellAlso("Pipe", table.name_of_clang);
      tellAlso("Pipe", "");
      for (const char *part : {"Reader", "Writer", "Stream"}) {
        tellPart(part, table.name);
        tellPart(part, table.name_of_clang);
      }
    }
  }

  unsigned wakeups_ = 0;
};

constexpr unsigned kRounds = 15000;

void readAll(Reader &reader) {
  for (unsigned round = 0; round < kRounds; ++round)
    reader.read(work(round));
}

void writeAll(Writer *writer) {
  for (unsigned round = 0; round < kRounds; ++round)
    writer->write(work(round) & 63);
}

void moveOften(Stream &stream) {
  for (unsigned round = 0; round < kRounds; ++round)
    stream.move(work(round) & 63);
}

} // namespace

int main() {
  const auto pipe = std::make_unique<Pipe>();
  pipe->tellAll();
  std::vector<std::thread> threads;
  threads.emplace_back(readAll, std::ref(*pipe));
  threads.emplace_back(writeAll, pipe.get());
  threads.emplace_back(moveOften, std::ref(*pipe));
  for (std::thread &thread : threads)
    thread.join();
}
