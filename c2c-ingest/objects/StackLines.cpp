#include "c2c-ingest/objects/StackLines.h"

#include "rules/model/NumberText.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace fsfind::objects {

namespace {

/// Stacks of goroutines begin at multiples of their least size, and their memory may have been
/// something else before: so much of the samples must be by stack pointers.
constexpr std::uint64_t kLeastStack = 2048;
constexpr std::uint64_t kStackPart = 4;
/// Bytes that vector instructions clear or copy at once.
constexpr std::uint8_t kVector = 16;
/// So much of all sampled stores is worth a sentence.
constexpr std::uint64_t kNotablePart = 10;

/// Samples on a line, or on some lines, by code that addresses its own stack, and all.
struct StackUse {
  std::map<ThreadIndex, std::uint64_t> own; ///< by thread
  std::set<ThreadIndex> users; ///< but who only filled the memory before, or cleared it after
  std::uint64_t by_pointer = 0, all = 0;
  bool of_go = false;

  [[nodiscard]] bool mostlyStack() const { return by_pointer * kStackPart >= all; }
  /// Nobody but those who ran on the stack, one after the other, used it.
  [[nodiscard]] bool wasLeft() const {
    return own.size() > 1 && std::all_of(users.begin(), users.end(), [&](ThreadIndex thread) {
             return own.count(thread) != 0;
           });
  }
};

class StackLines {
public:
  StackLines(AccessSites &sites, Profile &profile) : sites_(sites), profile_(profile) {}

  void mark() {
    std::map<std::pair<std::uint32_t, std::uint64_t>, StackUse> of_go;
    std::vector<StackUse> uses;
    for (const Line &line : profile_.lines) {
      uses.push_back(useOf(line));
      if (uses.back().of_go)
        add(uses.back(), of_go[{line.pid, line.address / kLeastStack}]);
    }
    for (std::size_t i = 0; i < uses.size(); ++i) {
      Line &line = profile_.lines[i];
      const auto around = of_go.find({line.pid, line.address / kLeastStack});
      if (around != of_go.end() && around->second.mostlyStack() && mayBeStack(line))
        leave(line, "[stack of a goroutine]");
      else if (!uses[i].of_go && uses[i].mostlyStack() && uses[i].wasLeft())
        leave(line, line.mapping);
      else if (uses[i].own.size() == 1 && uses[i].mostlyStack() && isAnonymous(line))
        line.mapping =
            "[stack:" + std::to_string(profile_.thread(uses[i].own.begin()->first).tid) + "]";
      takeNamesOfOthers(line);
    }
    tell();
  }

private:
  static bool isAnonymous(const Line &line) {
    return line.mapping.empty() || line.mapping.starts_with("//anon") ||
           line.mapping.starts_with("[anon");
  }

  [[nodiscard]] bool mayBeStack(const Line &line) const {
    return !line.kernel && !line.accesses.empty() &&
           std::none_of(line.accesses.begin(), line.accesses.end(), [&](const Access &access) {
             const Target &target = profile_.target(access.target);
             return target.evidence == Evidence::StaticData || target.object.block_size != 0;
           });
  }

  [[nodiscard]] bool isOfGo(const Access &access) const {
    const std::vector<Frame> &frames = profile_.site(access.site).frames;
    return !frames.empty() && frames.back().place.file.ends_with(".go");
  }

  StackUse useOf(const Line &line) {
    StackUse use;
    if (!mayBeStack(line))
      return use;
    for (const Access &access : line.accesses) {
      const bool by_pointer = sites_.addressesStack(access.site, access.kind == AccessKind::Store);
      if (access.sets && !by_pointer)
        continue;
      use.all += access.count;
      use.users.insert(access.thread);
      if (!by_pointer)
        continue;
      use.by_pointer += access.count;
      use.own[access.thread] += access.count;
      use.of_go |= isOfGo(access);
    }
    return use;
  }

  static void add(const StackUse &use, StackUse &sum) {
    sum.by_pointer += use.by_pointer;
    sum.all += use.all;
  }

  void leave(Line &line, const std::string &name) {
    line.mapping = name;
    std::uint64_t contended = 0;
    for (Access &access : line.accesses) {
      contended += access.contended;
      const bool store = access.kind == AccessKind::Store;
      if (store && access.size >= kVector)
        clearing_[access.site] += access.count;
      const Object &object = profile_.target(access.target).object;
      const bool own = object.kind == ObjectKind::Stack && !object.function.empty() &&
                       sites_.addressesStack(access.site, store);
      if (!own)
        access.target = nameless();
    }
    line.transfers = std::min<std::uint64_t>(line.transfers.value_or(0), 1);
    lines_ += contended != 0;
    contended_ += contended;
  }

  /// What a function addresses by its own stack pointer is no variable of another function: memory
  /// of frames is used again and again.
  void takeNamesOfOthers(Line &line) {
    for (Access &access : line.accesses) {
      const Object &object = profile_.target(access.target).object;
      if (object.kind != ObjectKind::Stack || object.function.empty() ||
          !sites_.addressesStack(access.site, access.kind == AccessKind::Store))
        continue;
      const std::vector<Frame> &frames = profile_.site(access.site).frames;
      if (!frames.empty() && std::none_of(frames.begin(), frames.end(), [&](const Frame &frame) {
            return frame.function == object.function;
          }))
        access.target = nameless();
    }
  }

  TargetIndex nameless() {
    if (!nameless_) {
      nameless_ = TargetIndex(profile_.targets.size());
      profile_.targets.emplace_back().object.kind = ObjectKind::Stack;
    }
    return *nameless_;
  }

  void tell() {
    if (contended_ != 0)
      profile_.notes.push_back({counted(contended_, "contended load") + " on " +
                                counted(lines_, "cacheline") +
                                " are of stacks that went from thread to thread, as goroutines and "
                                "fibers do: no sharing"});
    for (const auto &[line, stores] : clearingByLine())
      if (stores * kNotablePart >= profile_.totals.store)
        profile_.notes.push_back(
            {percentage(static_cast<double>(stores) / static_cast<double>(profile_.totals.store)) +
             " of the sampled stores clear or copy locals of " + std::get<2>(line) + " in " +
             std::get<0>(line) + ":" + std::to_string(std::get<1>(line)) +
             " on the stack, each time it is called"});
  }

  using SourceLine = std::tuple<std::string, std::uint32_t, std::string>; ///< file, line, function
  [[nodiscard]] std::map<SourceLine, std::uint64_t> clearingByLine() const {
    std::map<SourceLine, std::uint64_t> by_line;
    for (const auto &[site, stores] : clearing_) {
      const std::vector<Frame> &frames = profile_.site(site).frames;
      if (!frames.empty() && frames.back().place.known())
        by_line[{frames.back().place.file, frames.back().place.line, frames.back().function}] +=
            stores;
    }
    return by_line;
  }

  AccessSites &sites_;
  Profile &profile_;
  std::optional<TargetIndex> nameless_;
  std::map<SiteIndex, std::uint64_t> clearing_; ///< sampled vector stores to such stacks
  std::uint64_t lines_ = 0, contended_ = 0;
};

} // namespace

void markStacks(AccessSites &sites, Profile &profile) {
  StackLines(sites, profile).mark();
}

} // namespace fsfind::objects
