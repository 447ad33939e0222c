// One function is started twice, with another constant each time.
#include <future>

enum class Side { Bid, Ask };

struct Book {
#ifdef FIXED
  alignas(64) long bids = 0;
  alignas(64) long asks = 0;
#else
  long bids = 0;
  long asks = 0; // expect: fsfind-adjacent-thread-fields
#endif
};

static void trade(Book &book, Side side) {
  for (long k = 0; k < 1000000; ++k) {
    if (side == Side::Ask) {
      ++book.asks;
      continue;
    }
    ++book.bids;
  }
}

int main() {
  Book book;
  auto bids = std::async(std::launch::async, trade, std::ref(book), Side::Bid);
  auto asks = std::async(std::launch::async, trade, std::ref(book), Side::Ask);
  bids.get();
  asks.get();
  return static_cast<int>(book.bids - book.asks);
}
