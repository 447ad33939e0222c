#include "c2c-ingest/objects/ThreadStarts.h"

#include "rules/model/AuthorFrame.h"
#include "rules/model/NameBrackets.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace fsfind::objects {

namespace {

using ThreadId = std::pair<std::uint32_t, std::uint32_t>; ///< pid, tid

/// The arguments of the template whose bracket opens at `open`.
std::vector<std::string_view> argumentsAt(std::string_view name, std::size_t open) {
  return argumentsIn(name.substr(open + 1, closingBracket(name, open) - open - 1));
}

constexpr std::string_view kLambda = "'lambda";

/// `run(int)::{lambda#2}` for the demangler's `run(int)::'lambda0'(long)`, or empty if the type
/// goes on behind that; `run(int)::{lambda}` for `run(int)::$_1`, which clang counts by the unit.
std::string lambdaOf(std::string_view type) {
  if (const std::size_t at = type.rfind("::$_"); at != std::string_view::npos)
    return type.find_first_not_of("0123456789", at + 4) == std::string_view::npos
               ? std::string(type.substr(0, at)) + "::{lambda}"
               : "";
  const std::size_t at = type.rfind(kLambda);
  if (at == std::string_view::npos)
    return {};
  const std::size_t quote = std::min(type.find('\'', at + 1), type.size());
  if (closingBracket(type, quote + 1) + 1 != type.size())
    return {};
  const std::string number(type.substr(at + kLambda.size(), quote - at - kLambda.size()));
  constexpr int kSecond = 2; // the first one has no number
  return fmt::format("{}{{lambda#{}}}", type.substr(0, at),
                     number.empty() ? 1 : std::atoi(number.c_str()) + kSecond);
}

bool isPointerToFunction(std::string_view type) {
  return type.find("*)(") != std::string_view::npos;
}

struct Callable {
  std::string name;       ///< of the author's lambda or class; empty if it is none
  bool ambiguous = false; ///< one of several pointers to functions that the object holds
};

/// What the libraries of C++ are to call in a thread is the first part of a tuple; what
/// std::function holds is the last argument of the function that calls it. The innermost counts:
/// std::async calls its own function, whose object has the author's.
Callable callableIn(std::string_view function) {
  constexpr std::string_view kTuple = "tuple<", kHandler = "_Function_handler<";
  if (const std::size_t at = function.find(kHandler); at != std::string_view::npos) {
    const auto arguments = argumentsAt(function, at + kHandler.size() - 1);
    return {arguments.empty() ? "" : lambdaOf(arguments.back())};
  }
  const std::size_t at = function.rfind(kTuple);
  if (at == std::string_view::npos)
    return {};
  std::vector<std::string_view> parts = argumentsAt(function, at + kTuple.size() - 1);
  if (!parts.empty() && parts.front().find("__thread_struct") != std::string_view::npos)
    parts.erase(parts.begin()); // of libc++
  if (parts.empty() || isLibraryName(parts.front()))
    return {};
  if (std::string lambda = lambdaOf(parts.front()); !lambda.empty())
    return {std::move(lambda)};
  if (isPointerToFunction(parts.front()))
    return {{}, std::count_if(parts.begin(), parts.end(), isPointerToFunction) > 1};
  return {std::string(parts.front())};
}

std::string withoutParameters(std::string_view function) {
  for (std::size_t at = 0; at < function.size(); ++at) {
    if (function[at] == '<' || function[at] == '{')
      at = closingBracket(function, at);
    else if (function[at] == '(' && !function.substr(at).starts_with("(anonymous namespace)"))
      return std::string(function.substr(0, at));
  }
  return std::string(function);
}

class Starts {
public:
  Starts(const perf::AddressSpaces &spaces, ModuleCache &modules)
      : spaces_(spaces), lookup_(spaces), modules_(modules) {}

  /// The author's function that the thread runs; empty if none is known.
  std::string of(const perf::ThreadStart &start) {
    for (const std::uint64_t address : start.code) {
      const auto [known, fresh] = names_.try_emplace({start.pid, address});
      if (fresh)
        known->second = functionAt(start, address);
      if (!known->second.name.empty() || known->second.ambiguous)
        return known->second.name;
    }
    return {};
  }

private:
  /// The function that begins there, or what a library's function there is to call.
  Callable functionAt(const perf::ThreadStart &start, std::uint64_t address) {
    const perf::MappingIndex mapping =
        lookup_.find(start.pid, perf::CpuMode::User, address, start.time);
    if (mapping == perf::kNoMapping || isSystemLibrary(spaces_.mapping(mapping).file.path))
      return {};
    const auto code = modules_.find(mapping, address, ModuleCache::Use::Data);
    const auto symbol = code.module ? code.module->findFunction(code.svma) : std::nullopt;
    if (!symbol || symbol->start != code.svma)
      return {};
    const std::vector<Frame> frames = code.module->framesAt(code.svma);
    const bool of_library = isLibraryName(symbol->name) || symbol->name.starts_with("void std::") ||
                            (!frames.empty() && isLibraryFile(frames.back().place.file));
    if (of_library)
      return callableIn(symbol->name);
    return {frames.empty() || frames.back().function.empty() ? withoutParameters(symbol->name)
                                                             : frames.back().function};
  }

  static bool isSystemLibrary(std::string_view path) {
    return (isLibraryFile(path) || path.starts_with("/lib")) &&
           path.find(".so") != std::string_view::npos;
  }

  const perf::AddressSpaces &spaces_;
  perf::MappingLookup lookup_;
  ModuleCache &modules_;
  std::map<std::pair<std::uint32_t, std::uint64_t>, Callable> names_; ///< by pid and address
};

} // namespace

void nameByStarts(const perf::Recording &recording, const perf::AddressSpaces &spaces,
                  ModuleCache &modules, Profile &profile) {
  std::map<ThreadId, const perf::ThreadStart *> starts;
  for (const perf::ThreadStart &start : recording.stacks().starts)
    starts[{start.pid, start.tid}] = &start;
  if (starts.empty())
    return;
  Starts names(spaces, modules);
  for (Thread &thread : profile.threads) {
    const auto start = starts.find({thread.pid, thread.tid});
    if (start != starts.end())
      thread.runs = names.of(*start->second);
  }
}

} // namespace fsfind::objects
