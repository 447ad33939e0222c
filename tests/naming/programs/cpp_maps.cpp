// Values of std::map and std::unordered_map, looked up once or every time.
#include "tests/naming/programs/support.h"

#include <map>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace {

struct Session {
  unsigned long bytes = 0;
  unsigned requests = 0;
};

using Sessions = std::map<int, Session>;
using Scores = std::unordered_map<std::string, long>;

void serve(Sessions &sessions, int self) {
  unsigned seed = static_cast<unsigned>(self);
  for (int round = 0; round < 10000; ++round) {
    seed = work(seed);
    Session &session = sessions.find(self)->second;
    session.bytes += seed & 0xFF;
    session.requests++;
  }
}

void play(Scores &scores, const std::string &player) {
  long &score = scores.at(player);
  for (unsigned round = 0; round < 20000; ++round)
    score += work(round) & 3;
}

void tellSession(std::pair<const int, Session> &entry) {
  const char *pair = "std::pair<int, Session>";
  TELL_MEMBER("heap", "", -1, "Session", entry.second, bytes);
  tellAlso(pair, "second.bytes");
  TELL_MEMBER("heap", "", -1, "Session", entry.second, requests);
  tellAlso(pair, "second.requests");
  tell("heap", "", -1, pair, "first", &entry.first, sizeof entry.first);
}

} // namespace

int main() {
  Sessions sessions;
  Scores scores;
  std::vector<std::string> players = {"ann", "bob"};
  for (int i = 0; i < 3; ++i)
    sessions[i];
  for (const std::string &player : players)
    scores[player] = 0;
  for (auto &entry : sessions)
    tellSession(entry);
  for (auto &[player, score] : scores) {
    TELL_OBJECT("heap", "", -1, "long", score);
    tellAlso("std::pair<std::string, long>", "second");
    tellAlso("std::pair<std::basic_string<char>, long>", "second");
    tellAlso("std::pair<const std::__cxx11::basic_string<char, std::char_traits<char>, "
             "std::allocator<char> >, long>",
             "second");
  }
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back(serve, std::ref(sessions), i);
  for (const std::string &player : players)
    threads.emplace_back(play, std::ref(scores), std::cref(player));
  for (std::thread &thread : threads)
    thread.join();
}
