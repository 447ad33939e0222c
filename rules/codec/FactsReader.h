#pragma once

#include "rules/codec/Fields.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

namespace fsfind {

/// The largest value of each enumeration of facts.
template <class T> inline constexpr T kLast = T{};
template <> inline constexpr TypeClass kLast<TypeClass> = TypeClass::Thread;
template <> inline constexpr Storage kLast<Storage> = Storage::ThreadLocal;
template <> inline constexpr Provenance kLast<Provenance> = Provenance::ThreadHash;
template <> inline constexpr StepKind kLast<StepKind> = StepKind::Index;
template <> inline constexpr Root kLast<Root> = Root::Result;
template <> inline constexpr Op kLast<Op> = Op::ReadModifyWrite;
template <> inline constexpr Accumulation kLast<Accumulation> = Accumulation::Xor;
template <> inline constexpr Wait kLast<Wait> = Wait::Time;
template <> inline constexpr BranchFrequency kLast<BranchFrequency> = BranchFrequency::Seldom;
template <> inline constexpr AllocationKind kLast<AllocationKind> = AllocationKind::NodeBound;
template <> inline constexpr StartKind kLast<StartKind> = StartKind::OmpTask;
template <> inline constexpr FunctionKind kLast<FunctionKind> = FunctionKind::ParallelRegion;

/// How many entries each table has: the bounds of references.
struct FactCounts {
  std::size_t files = 0, types = 0, records = 0, variables = 0, functions = 0;
  [[nodiscard]] std::size_t of(FileIndex) const { return files; }
  [[nodiscard]] std::size_t of(TypeIndex) const { return types; }
  [[nodiscard]] std::size_t of(RecordIndex) const { return records; }
  [[nodiscard]] std::size_t of(VariableIndex) const { return variables; }
  [[nodiscard]] std::size_t of(FunctionIndex) const { return functions; }
};

/// Undoes FactsWriter. The first thing that cannot be so ends the reading; everything after it is
/// left as it is. A list takes no more memory than what is read needs, whatever its
/// length promises; see kShortList.
class FactsReader {
public:
  explicit FactsReader(std::string_view in) : rest_(in), size_(in.size()) {}

  void setCounts(const FactCounts &counts) { counts_ = counts; }
  [[nodiscard]] bool failed() const { return problem_ != nullptr; }
  [[nodiscard]] const char *problem() const { return problem_; }
  [[nodiscard]] std::size_t offset() const { return size_ - rest_.size(); }
  [[nodiscard]] bool atEnd() const { return rest_.empty(); }

  template <class... Fields> void operator()(Fields &...fields) { (get(fields), ...); }

  [[nodiscard]] std::uint64_t number(std::uint64_t largest) {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (rest_.empty())
        return fail("ends too early");
      const auto byte = static_cast<unsigned char>(rest_.front());
      rest_.remove_prefix(1);
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80)
        return value <= largest ? value : fail("has a number out of its range");
    }
    return fail("has a number out of its range");
  }

  /// Of a list: every element takes at least a byte.
  [[nodiscard]] std::size_t length() {
    const std::uint64_t count = number(std::numeric_limits<std::uint64_t>::max());
    return count <= rest_.size() ? count : fail("has a list longer than the file");
  }

private:
  /// The length of a longer list is believed only as far as the rest of the file has as many bytes
  /// as the list would take in memory.
  static constexpr std::size_t kShortList = 16;

  std::uint64_t fail(const char *problem) {
    if (!problem_)
      problem_ = problem;
    rest_ = {};
    return 0;
  }

  void get(std::string &words) {
    const std::size_t size = length();
    words = rest_.substr(0, size);
    rest_.remove_prefix(size);
  }
  void get(bool &value) { value = number(1) != 0; }
  template <std::integral T> void get(T &value) {
    value = static_cast<T>(number(std::numeric_limits<T>::max()));
  }
  template <class T>
    requires std::is_enum_v<T>
  void get(T &value) {
    value = static_cast<T>(number(static_cast<std::uint64_t>(kLast<T>)));
  }
  template <Reference T> void get(T &reference) {
    const std::uint64_t value = number(std::numeric_limits<std::uint32_t>::max());
    if (value < counts_.of(reference))
      reference = T(value);
    else
      fail("refers to an entry that is not there");
  }
  template <Optional T> void get(T &value) {
    if (number(1))
      get(value.emplace());
  }
  template <RareValue T> void get(T &value) {
    typename T::value_type read;
    get(read);
    value = std::move(read);
  }
  template <List T> void get(T &list) {
    std::size_t left = length();
    list.reserve(
        std::min(left, std::max(kShortList, rest_.size() / sizeof(typename T::value_type))));
    for (; left > 0 && !failed(); --left)
      get(list.emplace_back());
    list.shrink_to_fit();
  }
  template <Fact T> void get(T &fact) { eachField(fact, *this); }

  std::string_view rest_;
  std::size_t size_;
  FactCounts counts_;
  const char *problem_ = nullptr;
};

} // namespace fsfind
