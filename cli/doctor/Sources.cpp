#include "cli/check/Extraction.h"
#include "cli/doctor/Parts.h"

#include <fstream>

namespace fsfind::doctor {

using report::PartReport;
using report::PartState;

namespace {

struct Trial {
  const char *file, *compiler, *text, *language, *package;
};

/// Each needs clang's own headers, which fsfind brings, and those of the language's library.
constexpr Trial kTrials[] = {
    {"trial.c", "cc", "#include <pthread.h>\n#include <stddef.h>\nint used;\n", "C", "libc6-dev"},
    {"trial.cpp", "c++", "#include <atomic>\n#include <thread>\nint used;\n", "C++",
     "g++, or libstdc++-dev of one of gcc's releases"},
};

/// What is wrong with reading a unit of that language; empty if nothing is.
Expected<std::string> troubleWith(const Trial &trial, const check::Workplace &place) {
  const std::string &folder = place.folder.path();
  const std::string path = folder + "/" + trial.file;
  if (!(std::ofstream(path) << trial.text).flush())
    return failure({path, {}, "cannot be written", "make room in the folder for temporary files"});
  FSFIND_TRY(const check::Extraction extraction,
             check::extractUnits({{folder, path, {trial.compiler, "-c", path}}}, {}, place));
  if (!extraction.failed.empty())
    return extraction.failed.front().what;
  return extraction.erroneous.empty() ? std::string() : extraction.erroneous.front().what;
}

} // namespace

PartReport examineSources(const Surroundings &) {
  PartReport part{"check", "fsfind check and fix, and fsfind report with sources"};
  part.facts.emplace_back("clang " FSFIND_LLVM_VERSION " inside");
  const auto place = check::workplaceIn("");
  if (!place) {
    setLack(part, PartState::Missing, place.error());
    return part;
  }
  for (const Trial &trial : kTrials) {
    const auto trouble = troubleWith(trial, *place);
    if (!trouble) {
      setLack(part, PartState::Missing, trouble.error());
      return part;
    }
    if (trouble->empty()) {
      part.facts.push_back(std::string("reads ") + trial.language);
      continue;
    }
    part.state = PartState::Limited;
    part.lack += (part.lack.empty() ? "" : "; ") + std::string("a unit of ") + trial.language +
                 " cannot be read: " + *trouble;
    part.remedy += (part.remedy.empty() ? "install " : " and ") + std::string(trial.package);
  }
  return part;
}

} // namespace fsfind::doctor
