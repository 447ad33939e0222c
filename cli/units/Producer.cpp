#include "cli/units/Producer.h"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>

namespace fsfind::units {

namespace {

/// The words of the producer; clang writes a backslash before blanks and backslashes in a word.
std::vector<std::string> wordsOf(const std::string &producer) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < producer.size(); ++i) {
    if (producer[i] == '\\' && i + 1 < producer.size())
      words.back() += producer[++i];
    else if (producer[i] != ' ')
      words.back() += producer[i];
    else if (!words.back().empty())
      words.emplace_back();
  }
  if (words.back().empty())
    words.pop_back();
  return words;
}

bool isPathOfClang(const std::string &word) {
  const std::size_t slash = word.rfind('/');
  return word.starts_with('/') && word.find("clang", slash) != std::string::npos;
}

bool isOfGcc(const std::vector<std::string> &words) {
  return words.size() > 1 && words[0] == "GNU";
}

/// `-std=gnu++17` of "GNU C++17"; empty if the producer names no year.
std::string standardOfGcc(const std::string &language) {
  for (const std::string_view name : {"C++", "C"})
    if (language.starts_with(name))
      return language.size() == name.size() ? ""
                                            : fmt::format("-std=gnu{}{}", name == "C" ? "" : "++",
                                                          language.substr(name.size()));
  return {};
}

/// clang tells only the newest standard that has a number in its version of DWARF: C++14 may mean
/// C++20, and newer standards take nearly all of what older ones do.
std::string standardOfClang(const CompiledUnit &unit) {
  if (!unit.cxx || unit.standard == 0)
    return {};
  return unit.standard == 11  ? "-std=gnu++11"
         : unit.standard == 3 ? "-std=gnu++03"
                              : "-std=gnu++20";
}

std::string compilerFor(const CompiledUnit &unit, const std::string &target, bool gcc) {
  const std::string name = gcc ? unit.cxx ? "g++" : "gcc" : unit.cxx ? "clang++" : "clang";
  return target.empty() ? name : target + "-" + name;
}

} // namespace

ProducerCommand commandOf(const CompiledUnit &unit, const std::string &target) {
  const std::vector<std::string> words = wordsOf(unit.producer);
  const bool gcc = isOfGcc(words);
  ProducerCommand command;
  command.words = {compilerFor(unit, target, gcc)};
  const auto clang = gcc ? words.end() : std::find_if(words.begin(), words.end(), isPathOfClang);
  if (clang != words.end()) {
    command.complete = true;
    command.words.insert(command.words.end(), clang + 1, words.end());
    return command;
  }
  const std::string standard = gcc ? standardOfGcc(words[1]) : standardOfClang(unit);
  if (!standard.empty())
    command.words.push_back(standard); // a recorded -std comes later and holds
  std::copy_if(words.begin(), words.end(), std::back_inserter(command.words),
               [](const std::string &word) { return word.size() > 1 && word[0] == '-'; });
  command.words.insert(command.words.end(), unit.macros.begin(), unit.macros.end());
  return command;
}

} // namespace fsfind::units
