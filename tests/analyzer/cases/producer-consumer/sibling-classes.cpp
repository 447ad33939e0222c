// A weather mast runs one thread for each of two instruments, which derive from one class with two
// counts. Twist: each instrument changes one of the counts, and a virtual call of the common class
// leads to both; no object has two writers, so nothing is to be found in either state.
// args: -std=c++17
#include <thread>

class Instrument {
public:
  virtual ~Instrument() = default;
  void power() {
    runner_ = std::thread([this] { sample(); });
  }
  void wait() { runner_.join(); }

protected:
  virtual void sample() = 0;
  virtual bool powered() const = 0;
  long gusts_ = 0;
  long drops_ = 0;

private:
  std::thread runner_;
};

class Anemometer : public Instrument {
  bool powered() const override { return gusts_ < 1000000; }
  void sample() override {
    while (powered())
      ++gusts_;
  }
};

class RainGauge : public Instrument {
  bool powered() const override { return drops_ < 1000000; }
  void sample() override {
    while (powered())
      ++drops_;
  }
};

#ifdef FIXED
alignas(64) Anemometer anemometer;
alignas(64) RainGauge gauge;
#else
char log_text[64];
Anemometer anemometer;
char name_text[64];
RainGauge gauge;
#endif

int main() {
  anemometer.power();
  gauge.power();
  anemometer.wait();
  gauge.wait();
}
