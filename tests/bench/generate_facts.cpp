#include "rules/codec/FactsFile.h"
#include "tests/bench/SyntheticProject.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

/// Writes the facts files of a synthetic project, for measurements: `generate_facts --units 100000
/// facts` makes facts/0/0.facts and so on, a thousand in a folder.
int main(int argc, char **argv) {
  constexpr std::uint32_t kFilesInFolder = 1000;
  fsfind::bench::ProjectShape shape;
  std::string output;
  CLI::App app{"Compose the facts of a large project"};
  app.add_option("output", output, "Folder to write to")->required();
  app.add_option("--units", shape.units)->check(CLI::PositiveNumber);
  app.add_option("--headers", shape.headers)->check(CLI::PositiveNumber);
  app.add_option("--seen-headers", shape.seen_headers)->check(CLI::PositiveNumber);
  app.add_option("--least-functions", shape.least_functions)->check(CLI::PositiveNumber);
  app.add_option("--most-functions", shape.most_functions)->check(CLI::PositiveNumber);
  app.add_option("--planted-every", shape.planted_every)->check(CLI::PositiveNumber);
  CLI11_PARSE(app, argc, argv);
  if (shape.seen_headers > shape.headers || shape.least_functions > shape.most_functions) {
    std::fputs("generate_facts: a unit sees at most all headers, and least is at most most\n",
               stderr);
    return 2;
  }
  const fsfind::bench::SyntheticProject project(shape);
  for (std::uint32_t at = 0; at < shape.units; ++at) {
    const std::string folder = fmt::format("{}/{}", output, at / kFilesInFolder);
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const auto written =
        fsfind::writeFactsFile(project.unit(at), fmt::format("{}/{}.facts", folder, at));
    if (!written) {
      std::fprintf(stderr, "generate_facts: %s\n", written.error().message().c_str());
      return 2;
    }
  }
}
