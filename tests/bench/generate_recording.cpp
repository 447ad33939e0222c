#include "tests/bench/SyntheticWorkload.h"

#include <CLI/CLI.hpp>

#include <cstdio>

/// Writes a large composed recording for benchmarks: `generate_recording --samples 5000000
/// --module build/dev/fsfind big.perf.data`. The other options change what `--shape` chooses.
int main(int argc, char **argv) {
  fsfind::bench::WorkloadOptions options;
  std::string output;
  CLI::App app{"Compose a large perf c2c recording"};
  app.add_option("output", output, "File to write")->required();
  // As soon as it is read, before the other options are stored.
  app.add_option_function<std::string>(
         "--shape",
         [&options](const std::string &name) {
           auto shape = fsfind::bench::workloadShape(name);
           if (!shape)
             throw CLI::ValidationError("--shape", "there is no shape " + name);
           options = *std::move(shape);
         },
         "server or libraries")
      ->trigger_on_parse();
  app.add_option("--samples", options.samples);
  app.add_option("--lines", options.lines, "Distinct cachelines");
  app.add_option("--contended-lines", options.contended_lines, "How many of them are contended");
  app.add_option("--contended-share", options.contended_share, "Samples on them, 0 to 1");
  app.add_option("--sites", options.sites, "Distinct sampled instructions");
  app.add_option("--processes", options.processes);
  app.add_option("--threads", options.threads);
  app.add_option("--cpus", options.cpus);
  app.add_option("--skew", options.skew, "Zipf exponent of lines and sites");
  app.add_option("--seed", options.seed);
  app.add_option("--module", options.modules, "ELF file that sites and globals lie in")
      ->required()
      ->check(CLI::ExistingFile);
  CLI11_PARSE(app, argc, argv);
  if (options.lines <= options.contended_lines || options.processes == 0 ||
      options.threads < options.processes || options.cpus == 0 || options.cpus % 2 != 0) {
    std::fputs("generate_recording: lines must outnumber contended lines, threads processes, and "
               "CPUs be even\n",
               stderr);
    return 2;
  }
  if (fsfind::bench::SyntheticWorkload(options).writeTo(output))
    return 0;
  std::fprintf(stderr, "generate_recording: cannot write %s or no symbols in the modules\n",
               output.c_str());
  return 2;
}
