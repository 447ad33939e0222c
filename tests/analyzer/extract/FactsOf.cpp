#include "tests/analyzer/extract/FactsOf.h"

#include "analyzer/extract/Extract.h"

#include <clang/Frontend/ASTUnit.h>
#include <clang/Tooling/Tooling.h>

#include <gtest/gtest.h>

#include <memory>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/lsan_interface.h>
#define FSFIND_LEAKS_ARE_CLANGS const __lsan::ScopedDisabler leaks_are_clangs
#endif
#endif
#ifndef FSFIND_LEAKS_ARE_CLANGS
#define FSFIND_LEAKS_ARE_CLANGS static_cast<void>(0)
#endif

namespace fsfind::test {

namespace {

/// clang never frees what it notes of template arguments that it could not deduce
/// (MakeDeductionFailureInfo), as for a std::thread with arguments.
std::unique_ptr<clang::ASTUnit> parsed(const std::string &source,
                                       const std::vector<std::string> &arguments,
                                       const std::string &file) {
  FSFIND_LEAKS_ARE_CLANGS;
  return clang::tooling::buildASTFromCodeWithArgs(source, arguments, file);
}

const char *word(Provenance from) {
  static constexpr const char *words[] = {
      "?",        "Constant",  "Whole",  "Loop",   "SpawnLoop", "ParallelLoop", "StridedLoop",
      "ThreadId", "Parameter", "Member", "Ticket", "Hash",      "ThreadHash"};
  return words[static_cast<std::size_t>(from)];
}

std::string text(const FactIndex &index) {
  return std::string(word(index.from)) +
         (index.scale == 1 ? "" : "*" + std::to_string(index.scale));
}

std::string rootText(const Facts &facts, const Designator &what) {
  switch (what.root) {
  case Root::Variable:
    return facts.variable(*what.variable).name;
  case Root::Parameter:
    return "Param" + std::to_string(what.parameter);
  case Root::This:
    return "this";
  case Root::Result:
    return facts.function(*what.function).name + "()";
  case Root::Unknown:
    break;
  }
  return "?";
}

template <class T> const T *named(const std::vector<T> &table, const std::string &name) {
  for (const T &one : table)
    if (one.name == name)
      return &one;
  return nullptr;
}

std::string arguments(const Facts &facts, const std::vector<FactArgument> &list) {
  std::string line;
  for (const FactArgument &one : list)
    line +=
        (line.empty() ? ": " : ", ") +
        (one.value->from != Provenance::Unknown ? text(one.value) : test::text(facts, one.what));
  return line;
}

} // namespace

std::string text(const Facts &facts, const Designator &what) {
  std::string line = (what.address_of ? "&" : "") + rootText(facts, what);
  for (const FactStep &step : what.steps)
    switch (step.kind) {
    case StepKind::Deref:
      line += "->";
      break;
    case StepKind::Member:
      line += "." + facts.record(step.record).members.at(step.member).name;
      break;
    case StepKind::Index:
      line += "[" + text(step.index) + "]";
      break;
    }
  return line;
}

Facts factsOf(const std::string &source, const std::string &file,
              std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"-resource-dir", FSFIND_RESOURCE_DIR});
  if (file.ends_with(".cpp"))
    arguments.emplace_back("-std=c++20");
  const auto unit = parsed(source, arguments, file);
  if (!unit) {
    ADD_FAILURE() << "clang makes nothing of " << file;
    return {};
  }
  analyzer::SystemFiles system;
  system.preprocessed = source.find("# 1 \"") != std::string::npos; // has markers of a header
  return analyzer::extractFacts(unit->getASTContext(), analyzer::Knowledge::builtIn(), {}, system);
}

const FactFunction *functionOf(const Facts &facts, const std::string &name) {
  const FactFunction *found = named(facts.functions, name);
  return found && found->defined ? found : nullptr;
}
const FactRecord *recordOf(const Facts &facts, const std::string &name) {
  return named(facts.records, name);
}
const FactVariable *variableOf(const Facts &facts, const std::string &name) {
  return named(facts.variables, name);
}

std::vector<std::string> accessesOf(const Facts &facts, const std::string &function) {
  std::vector<std::string> lines;
  const FactFunction *found = functionOf(facts, function);
  if (!found)
    return {"no such function"};
  for (const FactAccess &access : found->accesses)
    lines.push_back(std::string(access.op == Op::Read    ? "read "
                                : access.op == Op::Write ? "write "
                                                         : "rmw ") +
                    (access.acquire_lock ? "lock "
                     : access.atomic     ? "atomic "
                     : access.bulk       ? "bulk "
                                         : "") +
                    text(facts, access.what) + (access.loop_depth ? " in loop" : "") +
                    (access.held.empty() ? "" : " locked") +
                    (access.one_thread ? " by one thread" : "") +
                    (access.frequency == BranchFrequency::Usual     ? ""
                     : access.frequency == BranchFrequency::Latched ? " until it has the value"
                                                                    : " seldom"));
  return lines;
}

std::vector<std::string> startsOf(const Facts &facts, const std::string &function) {
  std::vector<std::string> lines;
  const FactFunction *found = functionOf(facts, function);
  if (!found)
    return {"no such function"};
  for (const FactStart &start : found->starts)
    lines.push_back(facts.function(start.entry).name + " by " + start.how +
                    (start.many ? ", many" : "") +
                    (start.object ? " on " + text(facts, *start.object) : "") +
                    arguments(facts, start.arguments));
  return lines;
}

std::vector<std::string> allocationsOf(const Facts &facts, const std::string &function) {
  std::vector<std::string> lines;
  const FactFunction *found = functionOf(facts, function);
  if (!found)
    return {"no such function"};
  for (const FactAllocation &one : found->allocations)
    lines.push_back(text(facts, one.target) + " by " + one.how + (one.touches ? ", touches" : "") +
                    (one.bytes ? ", " + std::to_string(one.bytes) + " bytes" : ""));
  return lines;
}

} // namespace fsfind::test
