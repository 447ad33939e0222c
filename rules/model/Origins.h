#pragma once

#include <map>
#include <string>

namespace fsfind {

/// What a recording tells of the processor and of the builds that it is from, beside a Source.
struct Origins {
  /// The processor's model as perf writes it (feature CPUID of perf.data): vendor, family, model
  /// and stepping, `GenuineIntel,6,85,7`; of Arm MIDR_EL1. Empty if not recorded.
  std::string cpu_id;
  /// Path of an ELF file -> its build-id in hexadecimal digits; of those whose build-id was
  /// recorded.
  std::map<std::string, std::string> build_ids;
};

} // namespace fsfind
