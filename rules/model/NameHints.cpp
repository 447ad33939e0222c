#include "rules/model/NameHints.h"

#include <algorithm>
#include <vector>

namespace fsfind {

namespace {

using Words = std::vector<std::string_view>;

/// Names of more words tell of more than a thread's number, or a count of threads.
constexpr std::size_t kMostWordsOfNumber = 4, kMostWordsOfCount = 6;
constexpr NameKinds kAnyNumber = kindsOf({NameKind::Number, NameKind::UserNumber});

/// `a->b[i].tid` -> `tid`
std::string_view lastName(std::string_view text) {
  const auto begin = text.find_last_of(".>:");
  return begin == std::string_view::npos ? text : text.substr(begin + 1);
}

bool has(const NameWords &known, std::string_view text, NameKind kind) {
  return known.isIn(NameParts(text), kindsOf({kind}));
}

bool is(const NameWords &known, std::string_view word, NameKind kind) {
  return known.is(word, kindsOf({kind}));
}

/// Whether the last word, without one for a number behind it, is of the kind.
bool endsWith(const NameWords &known, const Words &words, NameKind kind) {
  const bool number = words.size() > 1 && known.is(words.back(), kAnyNumber);
  return !words.empty() && is(known, words[words.size() - (number ? 2 : 1)], kind);
}

/// Whether the thing is of the kind that a number belongs to: `session` of `session->id`,
/// `session_id` and `session`.
bool isNumbered(const NameWords &known, std::string_view text, NameKind kind) {
  const NameParts last(lastName(text));
  const bool alone = last.words().size() == 1 && known.is(last.words()[0], kAnyNumber);
  return alone ? endsWith(known, NameParts(text).words(), kind)
               : endsWith(known, last.words(), kind);
}

bool contains(const Words &words, std::string_view wanted) {
  return std::find(words.begin(), words.end(), wanted) != words.end();
}

Words without(Words words, const Words &others) {
  std::erase_if(words, [&](std::string_view word) { return contains(others, word); });
  return words;
}

} // namespace

bool namesThread(const NameWords &known, std::string_view text) {
  const NameParts parts(lastName(text));
  const Words &words = parts.words();
  if (words.empty() || words.size() > kMostWordsOfNumber)
    return false;
  if (is(known, words.back(), NameKind::ThreadNumber))
    return true;
  const bool number = is(known, words.back(), NameKind::Number);
  if (words.size() == 1) // `worker->id` too
    return is(known, words[0], NameKind::Thread) ||
           (number && isNumbered(known, text, NameKind::Thread));
  const std::string_view subject = words[words.size() - (number ? 2 : 1)];
  // A task's number may be any, but the number that a call returns is that of the thread that runs
  // the task.
  const bool asked = text.ends_with(')');
  return is(known, subject, NameKind::Thread) ||
         (number && is(known, subject, NameKind::ThreadIfNumbered)) ||
         (number && asked && is(known, subject, NameKind::ThreadIfReturned));
}

bool namesRunner(const NameWords &known, std::string_view parameter) {
  const NameParts parts(parameter);
  const Words &words = parts.words();
  if (words.empty() || namesThread(known, parameter))
    return !words.empty();
  const bool number = words.size() == 2 && is(known, words.back(), NameKind::Number);
  return (words.size() == 1 || number) && is(known, words[0], NameKind::ThreadIfParameter);
}

bool namesUser(const NameWords &known, std::string_view text) {
  return isNumbered(known, text, NameKind::User);
}

bool namesThreadCount(const NameWords &known, std::string_view text) {
  const NameParts parts(text);
  const Words &words = parts.words();
  if (words.size() > kMostWordsOfCount || !known.isIn(parts, kindsOf({NameKind::Threads})))
    return false;
  return known.isIn(parts, kindsOf({NameKind::Count})) ||
         std::any_of(words.begin(), words.end(),
                     [](std::string_view word) { return word.back() == 's'; });
}

bool namesSide(const NameWords &known, std::string_view text) {
  return has(known, text, NameKind::Side);
}

bool areComplementary(const NameWords &known, std::string_view a, std::string_view b) {
  const NameParts one(a);
  if (!known.isIn(one, kindsOf({NameKind::Side})))
    return false;
  const NameParts other(b);
  // `prod.head` and `prod.tail` are both the producer's.
  if (one.words().size() > 1 && other.words().size() > 1 &&
      one.words().front() == other.words().front() &&
      is(known, one.words().front(), NameKind::Side))
    return false;
  const Words left = without(one.words(), other.words());
  const Words right = without(other.words(), one.words());
  // The opposite words and at most one more each, as in `read_index` and `write_position`.
  if (left.size() > 2 || right.size() > 2)
    return false;
  return std::any_of(left.begin(), left.end(), [&](std::string_view word) {
    return std::any_of(right.begin(), right.end(),
                       [&](std::string_view against) { return known.areOpposite(word, against); });
  });
}

bool isSetup(const NameWords &known, std::string_view function) {
  const NameParts parts(lastName(function));
  const Words &words = parts.words();
  // No set-up: what a thread does from its start on, beginning to wait, and a scheduler's creation
  // of threads, tasks and jobs.
  if (known.isIn(parts, kindsOf({NameKind::Starts})) &&
      known.isIn(parts, kindsOf({NameKind::Started})))
    return false;
  if (words.size() == 2 && is(known, words[0], NameKind::Creates) &&
      is(known, words[1], NameKind::Created))
    return false;
  return known.isIn(parts, kindsOf({NameKind::SetUp}));
}

bool namesRareEvent(const NameWords &known, std::string_view member) {
  return has(known, lastName(member), NameKind::RareEvent);
}

bool namesState(const NameWords &known, std::string_view member) {
  return has(known, lastName(member), NameKind::State);
}

bool namesQueue(const NameWords &known, std::string_view text) {
  return has(known, text, NameKind::Queue);
}

bool namesReferenceCount(const NameWords &known, std::string_view text) {
  return has(known, text, NameKind::ReferenceCount);
}

bool namesLink(const NameWords &known, std::string_view text) {
  return has(known, lastName(text), NameKind::Link);
}

bool namesNumaNode(const NameWords &known, std::string_view text) {
  return has(known, text, NameKind::NumaNode);
}

bool namesPeers(const NameWords &known, std::string_view text) {
  return has(known, text, NameKind::Peers);
}

bool namesFilling(const NameWords &known, std::string_view function) {
  return has(known, function, NameKind::Fills);
}

} // namespace fsfind
