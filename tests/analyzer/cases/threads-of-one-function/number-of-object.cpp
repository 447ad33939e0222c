// Each worker object keeps the number that it was made with and asks for it by a method.
#include <memory>
#include <thread>
#include <vector>

struct Press {
#ifdef FIXED
  alignas(64) long even = 0;
  alignas(64) long odd = 0;
#else
  long even = 0;
  long odd = 0; // expect: fsfind-adjacent-thread-fields
#endif
};

class Printer {
public:
  Printer(int number, Press *press) : number_(number), press_(press) {}
  void start() { thread_ = std::thread([this] { run(); }); }
  void wait() { thread_.join(); }

private:
  int number() const { return number_; }
  void run() {
    for (long page = 0; page < 1000000; ++page) {
      if (number() % 2 == 0)
        press_->even++;
      else
        press_->odd++;
    }
  }

  int number_;
  Press *press_;
  std::thread thread_;
};

int main() {
  Press press;
  std::vector<std::unique_ptr<Printer>> printers;
  for (int i = 0; i < 4; ++i) {
    printers.push_back(std::make_unique<Printer>(i, &press));
    printers.back()->start();
  }
  for (auto &one : printers)
    one->wait();
  return static_cast<int>(press.even - press.odd);
}
