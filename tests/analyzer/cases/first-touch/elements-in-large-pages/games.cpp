// suspect: run
// A table of nim positions is made by a helper for large pages, which initialises the elements in
// the calling thread; only then do threads clear their parts, and players use the table by hash.
// as in: Stockfish, https://github.com/official-stockfish/Stockfish/issues/5350
#include "pages.h"
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

struct Position {
  std::uint64_t key, value;
};
static void play(Position *first, std::size_t slots, std::uint64_t key) {
  for (long i = 0; i < 100000000; ++i) {
    key = key * 6364136223846793005u + 1442695040888963407u;
    const auto product = static_cast<unsigned __int128>(key) * slots;
    Position &at = first[static_cast<std::size_t>(product >> 64)];
    if (at.key != key) // torn positions are recognised by their key
      at = {key, 1};
  }
}
static void clear(Position *first, std::size_t slots, std::size_t count) {
  std::vector<std::thread> cleaners;
  const std::size_t part = slots / count; // the slots are a multiple of the threads
  for (std::size_t n = 0; n < count; ++n)
    cleaners.emplace_back([=] { std::memset(first + n * part, 0, part * sizeof(Position)); });
  for (auto &cleaner : cleaners)
    cleaner.join();
}
void tournament(std::size_t slots, std::size_t count) {
  Pages<Position[]> table = make_pages<Position[]>(slots); // expect: fsfind-serial-first-touch
  clear(table.get(), slots, count);
  std::vector<std::thread> players;
  for (std::size_t n = 0; n < count; ++n)
    players.emplace_back(play, table.get(), slots, n);
  for (auto &player : players)
    player.join();
}
