#include "c2c-ingest/typing/InstrumentedCalls.h"

#include <charconv>

namespace fsfind::typing {

namespace {

using machine::Change;

bool takes(std::string_view &text, std::string_view prefix) {
  if (!text.starts_with(prefix))
    return false;
  text.remove_prefix(prefix.size());
  return true;
}

/// The number that the text begins with; 0 if it begins with none.
std::uint32_t takeNumber(std::string_view &text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return error == std::errc() ? number : 0;
}

struct Access {
  machine::MemoryAccess memory;
  Change change = Change::Replace;
};

/// `32_fetch_add`
std::optional<Access> atomic(std::string_view rest) {
  constexpr std::uint32_t kBitsPerByte = 8;
  Access access{{{}, takeNumber(rest) / kBitsPerByte, true, true}, Change::Bits};
  if (access.memory.size == 0 || !takes(rest, "_"))
    return {};
  if (rest == "load" || rest == "store" || rest == "exchange")
    access.change = Change::Replace;
  else if (rest == "fetch_add" || rest == "fetch_sub")
    access.change = Change::Add;
  else if (rest.starts_with("compare_exchange"))
    access.change = Change::Compare;
  access.memory.load = rest != "store";
  access.memory.store = rest != "load";
  return access;
}

/// `unaligned_volatile_read4`, `read_range`
std::optional<Access> plain(std::string_view rest) {
  takes(rest, "unaligned_");
  takes(rest, "volatile_");
  if (rest == "vptr_read" || rest == "vptr_update")
    return Access{{{}, 8, rest == "vptr_read", rest == "vptr_update"}};
  const bool both = takes(rest, "read_write"), reads = both || takes(rest, "read");
  if (!reads && !takes(rest, "write"))
    return {};
  const std::uint32_t size = takeNumber(rest);
  return rest.empty() || rest == "_range" ? std::optional(Access{{{}, size, reads, both || !reads}})
                                          : std::nullopt;
}

} // namespace

bool accessByCall(machine::Instruction &call, std::string_view function,
                  const machine::Convention &convention) {
  if (call.flow != machine::Flow::Call || !takes(function, "__tsan_"))
    return false;
  auto access = takes(function, "atomic") ? atomic(function) : plain(function);
  if (!access)
    return false;
  access->memory.memory.base = convention.arguments.front();
  call.accesses = {access->memory};
  call.change = access->change;
  return true;
}

bool isAccessByCall(const machine::Instruction &instruction) {
  return instruction.flow == machine::Flow::Call && !instruction.accesses.empty() &&
         instruction.accesses.front().memory.base != machine::kNoRegister &&
         instruction.accesses.front().memory.base !=
             machine::conventionOf(machine::Arch::X86_64).stack;
}

} // namespace fsfind::typing
