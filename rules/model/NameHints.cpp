#include "rules/model/NameHints.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace fsfind {

namespace {

using Words = std::vector<std::string>;

// Names are ASCII; the functions of <cctype> would consult the locale for each letter.
bool isSmall(char c) {
  return c >= 'a' && c <= 'z';
}

bool isCapital(char c) {
  return c >= 'A' && c <= 'Z';
}

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

/// `nextWorkerId`, `next_worker_id` and `NEXT_WORKER_ID` are the same three words.
Words wordsOf(std::string_view name) {
  constexpr std::size_t kUsual = 4;
  Words words;
  words.reserve(kUsual);
  std::string word;
  const auto end = [&] {
    if (!word.empty())
      words.push_back(std::exchange(word, {}));
  };
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    if (isCapital(c) && i > 0 && isSmall(name[i - 1]))
      end();
    if (isSmall(c) || isDigit(c))
      word += c;
    else if (isCapital(c))
      word += static_cast<char>(c - 'A' + 'a');
    else
      end();
  }
  end();
  return words;
}

/// `a->b[i].tid` -> `tid`
std::string_view lastName(std::string_view text) {
  const auto begin = text.find_last_of(".>:");
  return begin == std::string_view::npos ? text : text.substr(begin + 1);
}

template <std::size_t N>
bool isOneOf(std::string_view word, const std::array<std::string_view, N> &list) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Sorted for binary search: the name of every function is looked up in the longest list.
template <std::size_t N>
constexpr std::array<std::string_view, N> sorted(std::array<std::string_view, N> words) {
  std::sort(words.begin(), words.end());
  return words;
}

constexpr std::array<std::string_view, 11> kThreadWords = {"thread",  "worker", "lcore",   "cpu",
                                                           "core",    "thr",    "ncpu",    "qid",
                                                           "lcoreid", "cpuid",  "workerid"};
constexpr std::array<std::string_view, 6> kNumberWords = {"id",  "idx",    "index",
                                                          "num", "number", "no"};
constexpr std::array<std::string_view, 14> kThreadPlurals = {
    "thread", "threads", "lcore", "lcores",  "cpu",      "cpus",  "core",
    "cores",  "ncpu",    "ncpus", "workers", "nthreads", "queue", "queues"};
constexpr std::array<std::string_view, 10> kCountWords = {"max", "n",    "num",   "nr",  "number",
                                                          "nb",  "size", "count", "cnt", "total"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 28> kOpposites = {{
    {"head", "tail"},
    {"prod", "cons"},
    {"producer", "consumer"},
    {"push", "pop"},
    {"enqueue", "dequeue"},
    {"enq", "deq"},
    {"read", "write"},
    {"reader", "writer"},
    {"readers", "writers"},
    {"front", "back"},
    {"top", "bottom"},
    {"rx", "tx"},
    {"in", "out"},
    {"submitted", "completed"},
    {"put", "get"},
    {"sent", "received"},
    {"send", "recv"},
    {"send", "receive"},
    {"r", "w"},
    {"rd", "wr"},
    {"ridx", "widx"},
    {"insert", "remove"},
    {"submit", "complete"},
    {"sq", "cq"},
    {"first", "last"},
    {"begin", "end"},
    {"allocated", "freed"},
    {"produced", "consumed"},
}};

bool areOpposite(std::string_view a, std::string_view b) {
  return std::any_of(kOpposites.begin(), kOpposites.end(), [&](const auto &pair) {
    return (pair.first == a && pair.second == b) || (pair.first == b && pair.second == a);
  });
}

constexpr auto kSides = [] {
  std::array<std::string_view, 2 * kOpposites.size()> words;
  for (std::size_t i = 0; i < kOpposites.size(); ++i) {
    words[2 * i] = kOpposites[i].first;
    words[2 * i + 1] = kOpposites[i].second;
  }
  return sorted(words);
}();

/// A word for one end of something with two ends.
bool isSide(std::string_view word) {
  return std::binary_search(kSides.begin(), kSides.end(), word);
}

bool hasWord(const Words &words, std::string_view wanted) {
  return std::find(words.begin(), words.end(), wanted) != words.end();
}

template <std::size_t N>
bool hasOneOf(const Words &words, const std::array<std::string_view, N> &list) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string &word) { return isOneOf(word, list); });
}

/// The words for the thing that a number belongs to: `session` for `session->id`, `session_id` and
/// `session`.
Words numbered(std::string_view text) {
  Words words = wordsOf(lastName(text));
  if (words.size() == 1 && (isOneOf(words[0], kNumberWords) || words[0] == "slot"))
    words = wordsOf(text);
  if (words.size() > 1 && (isOneOf(words.back(), kNumberWords) || words.back() == "slot"))
    words.pop_back();
  return words;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

} // namespace

bool namesThread(std::string_view text) {
  const Words words = wordsOf(lastName(text));
  if (words.empty() || words.size() > 4)
    return false;
  if (words.back() == "tid" || words.back() == "threadid")
    return true;
  if (words.size() == 1) // `worker->id` too
    return isOneOf(words[0], kThreadWords) ||
           (isOneOf(words[0], kNumberWords) && isOneOf(numbered(text).back(), kThreadWords));
  const bool number = isOneOf(words.back(), kNumberWords);
  const std::string &subject = words[words.size() - (number ? 2 : 1)];
  // A task's number may be any, but the number that a call returns is that of the thread that runs
  // the task.
  const bool asked = text.ends_with(')');
  return isOneOf(subject, kThreadWords) || (number && subject == "queue") ||
         (number && asked && (subject == "task" || subject == "slot"));
}

bool namesRunner(std::string_view parameter) {
  const Words words = wordsOf(parameter);
  if (words.empty() || namesThread(parameter))
    return !words.empty();
  const bool number = words.size() == 2 && isOneOf(words.back(), kNumberWords);
  return (words.size() == 1 || number) && (words[0] == "slot" || words[0] == "rank");
}

bool namesUser(std::string_view text) {
  static constexpr std::array<std::string_view, 22> kUserWords = {
      "producer",  "consumer",   "reader",   "writer",      "sender",  "receiver",
      "publisher", "subscriber", "session",  "participant", "driver",  "executor",
      "agent",     "rank",       "proc",     "process",     "backend", "procno",
      "runner",    "locality",   "proposer", "actor"};
  const Words words = numbered(text);
  return !words.empty() && isOneOf(words.back(), kUserWords);
}

bool namesThreadCount(std::string_view text) {
  const Words words = wordsOf(text);
  const bool thread = std::any_of(words.begin(), words.end(), [](const std::string &word) {
    return isOneOf(word, kThreadPlurals);
  });
  if (!thread || words.size() > 6)
    return false;
  return std::any_of(words.begin(), words.end(), [](const std::string &word) {
    return isOneOf(word, kCountWords) || word == "ncpu" || word == "ncpus" || word.back() == 's';
  });
}

bool namesSide(std::string_view text) {
  const Words words = wordsOf(text);
  return std::any_of(words.begin(), words.end(), isSide);
}

bool areComplementary(std::string_view a, std::string_view b) {
  Words left = wordsOf(a);
  if (std::none_of(left.begin(), left.end(), isSide))
    return false;
  Words right = wordsOf(b);
  const auto dropCommon = [](Words &words, const Words &other) {
    std::erase_if(words, [&](const std::string &word) { return hasWord(other, word); });
  };
  const Words all_left = left;
  // `prod.head` and `prod.tail` are both the producer's.
  if (left.size() > 1 && right.size() > 1 && left.front() == right.front() && isSide(left.front()))
    return false;
  dropCommon(left, right);
  dropCommon(right, all_left);
  // The opposite words and at most one more each, as in `read_index` and `write_position`.
  if (left.size() > 2 || right.size() > 2)
    return false;
  return std::any_of(left.begin(), left.end(), [&](const std::string &word) {
    return std::any_of(right.begin(), right.end(),
                       [&](const std::string &other) { return areOpposite(word, other); });
  });
}

bool isSetup(std::string_view function) {
  static constexpr auto kSetupWords = sorted<49>(
      {"once",     "init",       "initialize", "initialise", "create",    "new",     "destroy",
       "delete",   "reset",      "close",      "setup",      "clear",     "cleanup", "fini",
       "shutdown", "dealloc",    "construct",  "destruct",   "configure", "config",  "term",
       "teardown", "uninit",     "deinit",     "swap",       "start",     "stop",    "join",
       "quit",     "terminate",  "abort",      "cfg",        "panic",     "debug",   "dump",
       "fork",     "daemonize",  "reload",     "restart",    "resize",    "expand",  "rehash",
       "register", "unregister", "attach",     "detach",     "probe",     "usage",   "upgrade"});
  const Words words = wordsOf(lastName(function));
  // No set-up: what a thread does from its start on, beginning to wait, and a scheduler's creation
  // of threads, tasks and jobs.
  if (hasWord(words, "start") && (hasWord(words, "thread") || hasWord(words, "wait")))
    return false;
  if (words.size() == 2 && words[0] == "create" &&
      (words[1] == "thread" || words[1] == "task" || words[1] == "job"))
    return false;
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return std::binary_search(kSetupWords.begin(), kSetupWords.end(), word);
  });
}

bool namesRareEvent(std::string_view member) {
  static constexpr std::array<std::string_view, 27> kRareWords = {
      "fail",      "failed",   "failure", "failures", "error",   "errors", "err",
      "errs",      "tainted",  "exit",    "exiting",  "quit",    "stop",   "stopping",
      "stopped",   "shutdown", "panic",   "abort",    "aborted", "oom",    "hbt",
      "heartbeat", "warned",   "bug",     "bugs",     "dying",   "once"};
  const Words words = wordsOf(lastName(member));
  return std::any_of(words.begin(), words.end(), [](const std::string &word) {
    return isOneOf(word, kRareWords) || word.ends_with("error") || word.ends_with("errors");
  });
}

bool namesState(std::string_view member) {
  static constexpr std::array<std::string_view, 33> kStateWords = {
      "flag",       "flags",    "futex",  "state",  "status",    "mask",     "masks",
      "bits",       "bitmap",   "ref",    "refs",   "refcnt",    "refcount", "seq",
      "seqno",      "sequence", "ticket", "id",     "ids",       "version",  "epoch",
      "generation", "init",     "once",   "lock",   "owner",     "head",     "tail",
      "next",       "index",    "idx",    "cursor", "references"};
  const Words words = wordsOf(lastName(member));
  return hasOneOf(words, kStateWords);
}

bool namesQueue(std::string_view text) {
  static constexpr std::array<std::string_view, 14> kQueueWords = {
      "ring", "rings", "spsc",    "mpsc",       "mpmc",      "spmc",    "lockfree",
      "fifo", "deque", "channel", "ringbuffer", "disruptor", "mailbox", "rb"};
  const Words words = wordsOf(text);
  return std::any_of(words.begin(), words.end(), [](const std::string &word) {
    return isOneOf(word, kQueueWords) || contains(word, "queue");
  });
}

bool namesReferenceCount(std::string_view text) {
  static constexpr std::array<std::string_view, 16> kReferenceWords = {
      "ref", "refs", "rc",   "refcnt", "refcount", "references", "reference", "users",
      "use", "uses", "pins", "pin",    "holders",  "usecnt",     "usecount",  "owners"};
  const Words words = wordsOf(text);
  return std::any_of(words.begin(), words.end(), [](const std::string &word) {
    return isOneOf(word, kReferenceWords) || contains(word, "refc");
  });
}

bool namesLink(std::string_view text) {
  const Words words = wordsOf(lastName(text));
  return hasWord(words, "next") || hasWord(words, "prev");
}

bool isJoin(std::string_view function) {
  const std::string_view name = lastName(function);
  return name == "join" || name == "pthread_join" || name == "thrd_join" ||
         contains(name, "join_all") || contains(name, "joinAll") || contains(name, "thread_join");
}

} // namespace fsfind
