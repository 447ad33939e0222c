#include "tests/fuzz/mutators/CommandMutator.h"

#include <clang/Driver/Options.h>
#include <llvm/Option/OptTable.h>
#include <llvm/Option/Option.h>

namespace fsfind::fuzz {
namespace {

using llvm::opt::Option;

constexpr std::size_t kMostWords = 300;

constexpr std::array<std::string_view, 28> kValues = {"/tmp/x",
                                                      "x.so",
                                                      "-o",
                                                      "--",
                                                      "@/nowhere",
                                                      "a.cpp",
                                                      "c++",
                                                      "c",
                                                      "none",
                                                      "cuda",
                                                      "2",
                                                      "all",
                                                      "-fplugin=x.so",
                                                      "-load",
                                                      "A=1",
                                                      "A(x)=x",
                                                      "",
                                                      "x,y",
                                                      "-MF,x",
                                                      "-DA,-MD,x",
                                                      "/usr/include",
                                                      "x86_64-linux-gnu",
                                                      "native",
                                                      "c++20",
                                                      "gnu17",
                                                      "-",
                                                      "-cc1",
                                                      "-Xclang"};

constexpr std::array<std::string_view, 20> kWords = {"ccache",
                                                     "distcc",
                                                     "env",
                                                     "A=B",
                                                     "sccache",
                                                     "gcc",
                                                     "g++-13",
                                                     "clang++",
                                                     "cl",
                                                     "nice",
                                                     "time",
                                                     "icecc",
                                                     "-cc1",
                                                     "-cc1as",
                                                     "--",
                                                     "@x",
                                                     "-Xclang",
                                                     "a.c",
                                                     "--driver-mode=cl",
                                                     "-Wp,-MD,x.d"};

/// An option as it may be written, with what it takes.
void addOption(std::vector<std::string> &words, Random &random) {
  static const llvm::opt::OptTable &table = clang::driver::getDriverOptTable();
  const auto id = static_cast<unsigned>(1 + random.below(table.getNumOptions()));
  const Option option = table.getOption(id);
  std::string word = option.getPrefixedName().str();
  const auto value = [&] { return std::string(random.pick(kValues)); };
  switch (option.getKind()) {
  case Option::GroupClass:
  case Option::InputClass:
  case Option::UnknownClass:
    words.emplace_back(random.pick(kWords));
    return;
  case Option::JoinedClass:
  case Option::CommaJoinedClass:
    words.push_back(word + value());
    return;
  case Option::JoinedOrSeparateClass:
    if (random.oneIn(2)) {
      words.push_back(word + value());
      return;
    }
    [[fallthrough]];
  case Option::SeparateClass:
    words.push_back(std::move(word));
    words.push_back(value());
    return;
  case Option::JoinedAndSeparateClass:
    words.push_back(word + value());
    words.push_back(value());
    return;
  case Option::MultiArgClass:
    words.push_back(std::move(word));
    for (unsigned i = 0; i < option.getNumArgs(); ++i)
      words.push_back(value());
    return;
  default:
    words.push_back(std::move(word));
  }
}

/// Options of the frontend come through the driver in several ways.
void addPassed(std::vector<std::string> &words, Random &random) {
  std::vector<std::string> option;
  addOption(option, random);
  const std::size_t way = random.below(4);
  for (std::string &word : option) {
    if (way < 3)
      words.emplace_back(way == 0 ? "-Xclang" : way == 1 ? "-Xpreprocessor" : "-Xarch_host");
    words.push_back(way < 3 ? std::move(word) : "-Wp," + word);
  }
}

void mutateWords(std::vector<std::string> &words, Random &random) {
  const auto place = [&](std::size_t slack) {
    return words.begin() + static_cast<std::ptrdiff_t>(random.below(words.size() + slack));
  };
  std::vector<std::string> added;
  switch (words.empty() ? 0 : random.below(12)) {
  case 0:
  case 1:
  case 2:
  case 3:
    addOption(added, random);
    break;
  case 4:
    addPassed(added, random);
    break;
  case 5:
    added.emplace_back(random.pick(kWords));
    break;
  case 6:
    words.erase(place(0));
    break;
  case 7:
    std::iter_swap(place(0), place(0));
    break;
  case 8:
    added.push_back(random.pick(words));
    break;
  case 9:
    *place(0) += random.pick(kValues);
    break;
  default:
    mutateText(*place(0), 8);
  }
  words.insert(place(1), added.begin(), added.end());
}

Buffer written(std::vector<std::string> words) {
  words.resize(std::min(words.size(), kMostWords));
  std::string text;
  for (const std::string &word : words)
    text += word + '\n';
  return bufferOf(std::as_bytes(std::span(text)));
}

} // namespace

std::vector<std::string> wordsOf(Bytes bytes) {
  std::vector<std::string> words;
  std::string word;
  for (const std::byte byte : bytes) {
    if (byte == std::byte{'\n'})
      words.push_back(std::exchange(word, {}));
    else if (byte != std::byte{0})
      word += static_cast<char>(byte);
  }
  if (!word.empty())
    words.push_back(std::move(word));
  return words;
}

Buffer mutatedCommand(Bytes bytes, Random &random) {
  std::vector<std::string> words = wordsOf(bytes);
  for (std::size_t edits = 1 + random.below(random.oneIn(4) ? 12 : 3); edits > 0; --edits)
    mutateWords(words, random);
  return written(std::move(words));
}

Buffer mixedCommands(Bytes bytes, Bytes other, Random &random) {
  std::vector<std::string> words = wordsOf(bytes);
  const std::vector<std::string> given = wordsOf(other);
  const std::size_t first = random.below(given.size());
  const std::size_t count = given.empty() ? 0 : 1 + random.below(given.size() - first);
  const auto from = given.begin() + static_cast<std::ptrdiff_t>(first);
  words.insert(words.begin() + static_cast<std::ptrdiff_t>(random.below(words.size() + 1)), from,
               from + static_cast<std::ptrdiff_t>(count));
  return written(std::move(words));
}

} // namespace fsfind::fuzz
