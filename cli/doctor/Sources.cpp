#include "cli/check/Extraction.h"
#include "cli/doctor/Parts.h"
#include "support/Confinement.h"

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

Expected<check::Extraction> read(const Trial &trial, const check::Workplace &place) {
  const std::string &folder = place.folder.path();
  const std::string path = folder + "/" + trial.file;
  if (!(std::ofstream(path) << trial.text).flush())
    return failure({path, {}, "cannot be written", "make room in the folder for temporary files"});
  return check::extractUnits({{folder, path, {trial.compiler, "-c", path}}}, {}, place);
}

/// What was wrong with reading the unit; empty if nothing was.
std::string troubleOf(const check::Extraction &extraction) {
  if (!extraction.failed.empty())
    return extraction.failed.front().what;
  return extraction.erroneous.empty() ? std::string() : extraction.erroneous.front().what;
}

void addLack(PartReport &part, const std::string &lack, const std::string &remedy) {
  part.state = PartState::Limited;
  part.lack += (part.lack.empty() ? "" : "; ") + lack;
  part.remedy += (part.remedy.empty() ? "" : "; ") + remedy;
}

/// Whether strangers' sources can do nothing but be read.
void addConfinement(PartReport &part, Confinement held) {
  if (held.calls && held.files)
    part.facts.emplace_back("sources are read in confinement (seccomp, Landlock)");
  else
    addLack(part,
            held.calls   ? "the process that reads sources may read all files: no Landlock"
            : held.files ? "the process that reads sources is not confined by seccomp"
                         : "the process that reads sources is not confined",
            "read strangers' sources under Linux 5.13 or later with seccomp and Landlock");
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
  Confinement held{true, true};
  for (const Trial &trial : kTrials) {
    const auto extraction = read(trial, *place);
    if (!extraction) {
      setLack(part, PartState::Missing, extraction.error());
      return part;
    }
    const std::string trouble = troubleOf(*extraction);
    if (trouble.empty())
      part.facts.push_back(std::string("reads ") + trial.language);
    else
      addLack(part, std::string("a unit of ") + trial.language + " cannot be read: " + trouble,
              std::string("install ") + trial.package);
    held.calls &= extraction->confinement.calls;
    held.files &= extraction->confinement.files;
  }
  addConfinement(part, held);
  return part;
}

} // namespace fsfind::doctor
