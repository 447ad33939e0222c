// Objects held by smart pointers, inside of other objects, with a pointer to an implementation.
#include "tests/naming/programs/support.h"

#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace {

struct Account {
  long balance = 0;
  unsigned changes = 0;
};

class Ledger {
public:
  Ledger() : impl_(std::make_unique<Impl>()) {}
  void enter(unsigned amount);
  void audit();
  void tellAll() const;

private:
  struct Impl {
    std::string owner = "ledger";
    unsigned long entries = 0;
    unsigned long audits = 0;
  };
  std::unique_ptr<Impl> impl_;
};

void Ledger::enter(unsigned amount) {
  impl_->entries += amount & 1;
}
void Ledger::audit() {
  if (!impl_->owner.empty())
    ++impl_->audits;
}
void Ledger::tellAll() const {
  TELL_MEMBER("heap", "", -1, "Ledger::Impl", *impl_, owner);
  TELL_MEMBER("heap", "", -1, "Ledger::Impl", *impl_, entries);
  TELL_MEMBER("heap", "", -1, "Ledger::Impl", *impl_, audits);
}

constexpr unsigned kRounds = 15000;

void deposit(const std::shared_ptr<Account> &account) {
  for (unsigned round = 0; round < kRounds; ++round)
    account->balance += work(round) & 15;
}

void change(std::shared_ptr<Account> account, Ledger *ledger) {
  for (unsigned round = 0; round < kRounds; ++round) {
    if (work(round) & 2)
      account->changes++;
    ledger->enter(round);
  }
}

} // namespace

int main() {
  auto account = std::make_shared<Account>();
  Ledger ledger;
  TELL_MEMBER("heap", "", -1, "Account", *account, balance);
  TELL_MEMBER("heap", "", -1, "Account", *account, changes);
  ledger.tellAll();
  std::vector<std::thread> threads;
  threads.emplace_back(deposit, account);
  threads.emplace_back(change, account, &ledger);
  threads.emplace_back([&ledger] {
    for (unsigned round = 0; round < kRounds; ++round) {
      work(round);
      ledger.audit();
    }
  });
  for (std::thread &thread : threads)
    thread.join();
}
