#include "c2c-ingest/machine/Decoder.h"

#include <chrono>
#include <cstdio>
#include <iostream>
#include <string>
#include <string_view>

/// Reads lines of address and bytes, both in hexadecimal; writes for each the decoded length and
/// the number of accesses, or a dash. `machine_probe x86_64|aarch64`
namespace {

using fsfind::machine::Arch;

std::vector<std::byte> bytesOf(std::string_view hex) {
  std::vector<std::byte> bytes;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2)
    bytes.push_back(std::byte(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16)));
  return bytes;
}

struct Speed {
  std::chrono::steady_clock::duration spent{};
  std::size_t decoded = 0;
};

void probe(fsfind::machine::Decoder &decoder, Speed &speed) {
  std::string address, hex;
  while (std::cin >> address >> hex) {
    const auto bytes = bytesOf(hex);
    const auto begin = std::chrono::steady_clock::now();
    const auto instruction = decoder.decode(bytes, std::stoull(address, nullptr, 16));
    speed.spent += std::chrono::steady_clock::now() - begin;
    ++speed.decoded;
    if (instruction)
      std::printf("%u %zu\n", unsigned{instruction->length}, instruction->accesses.size());
    else
      std::puts("-");
  }
}

} // namespace

int main(int argc, char **argv) {
  const bool aarch64 = argc > 1 && std::string_view(argv[1]) == "aarch64";
  const auto decoder = fsfind::machine::Decoder::create(aarch64 ? Arch::AArch64 : Arch::X86_64);
  if (!decoder) {
    std::fputs("LLVM has no such target\n", stderr);
    return 2;
  }
  Speed speed;
  probe(*decoder, speed);
  const double seconds = std::chrono::duration<double>(speed.spent).count();
  std::fprintf(stderr, "%zu instructions, %.0f a second\n", speed.decoded,
               static_cast<double>(speed.decoded) / seconds);
  return 0;
}
