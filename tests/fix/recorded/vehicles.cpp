// Objects of classes with virtual functions, side by side on the heap.
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

namespace {

constexpr int kRounds = 20000, kThreads = 4;

class Vehicle {
public:
  virtual ~Vehicle() = default;
  virtual void move(int by) = 0;
  virtual long travelled() const = 0;
};

class Truck : public Vehicle {
public:
  void move(int by) override {
    metres_ = metres_ + by;
    fuel_ = fuel_ - 1;
  }
  long travelled() const override { return metres_ + fuel_; }

private:
  volatile int metres_ = 0, fuel_ = 7;
};

class Tram : public Vehicle {
public:
  void move(int by) override { stops_ = stops_ + by % 2; }
  long travelled() const override { return stops_; }

private:
  volatile long stops_ = 0;
};

std::unique_ptr<Vehicle> vehicleOf(int number) {
  if (number % 2 == 0)
    return std::make_unique<Truck>();
  return std::make_unique<Tram>();
}

} // namespace

int main() {
  std::vector<std::unique_ptr<Vehicle>> fleet;
  for (int i = 0; i < kThreads; ++i)
    fleet.push_back(vehicleOf(i));
  std::atomic<int> ready = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&ready, vehicle = fleet[static_cast<std::size_t>(i)].get()] {
      for (++ready; ready < kThreads;) {
      }
      for (int round = 0; round < kRounds; ++round)
        vehicle->move(round);
    });
  for (std::thread &thread : threads)
    thread.join();
  for (const auto &vehicle : fleet)
    std::printf("%ld\n", vehicle->travelled());
}
