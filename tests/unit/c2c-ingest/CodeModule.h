#pragma once

#include "c2c-ingest/debuginfo/CallFrames.h"
#include "c2c-ingest/debuginfo/Module.h"
#include "c2c-ingest/debuginfo/RecordSearch.h"
#include "tests/unit/c2c-ingest/MachineText.h"

#include <algorithm>
#include <string>
#include <vector>

namespace fsfind::test {

inline constexpr std::uint64_t kStart = 0x1000;

/// A module of one function.
class CodeModule : public debuginfo::Module {
public:
  CodeModule(std::uint16_t machine, std::string_view hex, bool is_void, bool is_go = false)
      : machine_(machine), code_(bytesOf(hex)), is_void_(is_void), is_go_(is_go) {}

  std::optional<std::uint64_t> svmaOfFileOffset(std::uint64_t) const override { return {}; }
  std::optional<debuginfo::FunctionSymbol> findFunction(std::uint64_t) override {
    return debuginfo::FunctionSymbol{"f", kStart, code_.size()};
  }
  std::vector<Frame> framesAt(std::uint64_t) override { return {}; }
  std::vector<debuginfo::HandsOut> handedOutAt(std::uint64_t) override { return {}; }
  std::optional<debuginfo::StaticData> findStaticData(std::uint64_t, std::uint64_t) override {
    return {};
  }
  std::uint16_t machine() const override { return machine_; }
  std::span<const std::byte> bytesAt(std::uint64_t svma, std::uint64_t length) const override {
    const auto rest = std::span(code_).subspan(svma - kStart);
    return rest.first(std::min<std::size_t>(length, rest.size()));
  }
  std::vector<debuginfo::AddressRange> codeSegments() const override { return {}; }
  debuginfo::TypeTable *types() override { return nullptr; }
  std::optional<debuginfo::FunctionInfo> functionInfo(std::uint64_t) override {
    debuginfo::FunctionInfo info;
    info.calls_preserve_registers = !is_go_;
    return info;
  }
  std::optional<debuginfo::CallFrame> callFrame(std::uint64_t) override { return {}; }
  std::optional<debuginfo::Signature> signatureAt(std::uint64_t) override {
    debuginfo::Signature signature;
    signature.name = called;
    return is_void_ ? std::optional(signature) : std::nullopt;
  }
  std::optional<debuginfo::TypedVariable> staticVariable(std::uint64_t) override { return {}; }
  std::optional<debuginfo::TypedVariable> threadVariable(std::int64_t) override { return {}; }
  std::vector<std::string> notes() const override { return {}; }
  debuginfo::RecordsFound recordsNamed(const std::string &) override { return {}; }
  CompiledModule compiled() override { return {}; }

  std::string called; ///< the function's name, and that of all it calls

private:
  std::uint16_t machine_;
  std::vector<std::byte> code_;
  bool is_void_, is_go_;
};

} // namespace fsfind::test
