#include "c2c-ingest/typing/SiteTypes.h"

#include "c2c-ingest/debuginfo/TypeTable.h"
#include "c2c-ingest/typing/Architecture.h"
#include "c2c-ingest/typing/CallSites.h"
#include "c2c-ingest/typing/FunctionTypes.h"
#include "c2c-ingest/typing/InstrumentedCalls.h"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

namespace fsfind::typing {

namespace {

/// Bytes. Longer functions are taken as no accessors: what they return is not analysed.
constexpr std::uint64_t kLongestAccessor = 256;
/// Depth to which accessors that call accessors are followed.
constexpr int kMaxAccessorDepth = 4;
/// Depth to which callers are followed through wrappers of wrappers.
constexpr int kMaxCallerDepth = 5;
/// Callers of a function with more than these are not looked at, and views are not complete.
constexpr std::size_t kMostCallers = 256;

const std::vector<Hypothesis> kNothing;
const SiteTypes::PassedViews kNothingPassed;

} // namespace

struct SiteTypes::State final : Callees {
  State(debuginfo::Module &asked_module, machine::Arch arch)
      : module(asked_module), architecture(arch), decoder(machine::Decoder::create(arch)),
        convention(machine::conventionOf(arch)) {}

  const debuginfo::Signature *signatureAt(std::uint64_t target) override;
  std::optional<Argument> returnedBy(std::uint64_t target) override;

  [[nodiscard]] const FunctionTypes *knownAt(std::uint64_t svma) const;
  const FunctionTypes *functionAt(std::uint64_t svma);
  const FunctionTypes::Operands *operandsAt(std::uint64_t svma, bool store);
  std::vector<machine::MemoryAccess> accessesAt(std::uint64_t svma, bool store);
  std::uint8_t sizeAt(std::uint64_t svma, bool store);
  bool addressesStack(std::uint64_t svma, bool store);
  const PassedViews &passedAt(std::uint64_t svma, bool store);
  void askCallers(std::uint64_t entry, const Argument &argument, const Hypothesis &use, int depth,
                  PassedViews &into);
  [[nodiscard]] bool isAuthors(const Hypothesis &view) const;
  const FunctionTypes *typed(const debuginfo::FunctionInfo &info);

  debuginfo::Module &module;
  machine::Arch architecture;
  std::unique_ptr<machine::Decoder> decoder;
  const machine::Convention &convention;
  std::map<std::uint64_t, FunctionTypes> functions;                       ///< by entry
  std::map<std::uint64_t, std::pair<std::uint64_t, std::uint64_t>> parts; ///< begin -> end, entry
  std::map<std::uint64_t, std::optional<debuginfo::Signature>> signatures;
  std::map<std::uint64_t, std::optional<Argument>> returned; ///< by entry
  std::map<std::pair<std::uint64_t, bool>, PassedViews> passed;
  std::optional<CallSites> calls;
  std::vector<AllocationSite> allocations;
  std::set<std::uint64_t> in_work; ///< entries of functions that are being typed
};

const debuginfo::Signature *SiteTypes::State::signatureAt(std::uint64_t target) {
  const auto [known, is_new] = signatures.try_emplace(target);
  if (is_new)
    known->second = module.signatureAt(target);
  return known->second ? &*known->second : nullptr;
}

std::optional<Argument> SiteTypes::State::returnedBy(std::uint64_t target) {
  if (const auto known = returned.find(target); known != returned.end())
    return known->second;
  if (in_work.size() > kMaxAccessorDepth || in_work.contains(target))
    return {};
  std::optional<Argument> &answer = returned[target];
  // The symbol tells the size without a look into debug info.
  const auto symbol = module.findFunction(target);
  if (!symbol || symbol->start != target || symbol->size == 0 || symbol->size > kLongestAccessor)
    return answer;
  const FunctionTypes *function = functionAt(target);
  return answer = function ? function->returned : std::nullopt;
}

const FunctionTypes *SiteTypes::State::typed(const debuginfo::FunctionInfo &info) {
  if (!in_work.insert(info.entry).second)
    return nullptr;
  FunctionTypes types = typesOf(info, module, *decoder, convention, *this);
  in_work.erase(info.entry);
  allocations.insert(allocations.end(), types.allocations.begin(), types.allocations.end());
  for (const debuginfo::AddressRange &part : types.code)
    parts[part.begin] = {part.end, info.entry};
  return &functions.insert_or_assign(info.entry, std::move(types)).first->second;
}

/// The function at `svma` if it is typed already, else null.
const FunctionTypes *SiteTypes::State::knownAt(std::uint64_t svma) const {
  if (auto part = parts.upper_bound(svma); part != parts.begin())
    if (const auto &[end, entry] = std::prev(part)->second; svma < end)
      return &functions.at(entry);
  return nullptr;
}

const FunctionTypes *SiteTypes::State::functionAt(std::uint64_t svma) {
  if (const FunctionTypes *known = knownAt(svma))
    return known;
  const auto info = module.functionInfo(svma);
  return info ? typed(*info) : nullptr;
}

const FunctionTypes::Operands *SiteTypes::State::operandsAt(std::uint64_t svma, bool store) {
  const FunctionTypes *function = functionAt(svma);
  if (!function)
    return nullptr;
  const auto here = function->operands.find(svma);
  if (here == function->operands.end())
    return nullptr;
  const auto &access = here->second.accessAt(store);
  const auto found = access ? function->operands.find(*access) : here;
  return found == function->operands.end() ? &here->second : &found->second;
}

/// The loads (or stores) of the instruction at `svma`, or of the one before it.
std::vector<machine::MemoryAccess> SiteTypes::State::accessesAt(std::uint64_t svma, bool store) {
  std::uint64_t address = svma;
  if (const FunctionTypes *function = knownAt(svma)) {
    const auto here = function->operands.find(svma);
    if (here != function->operands.end())
      address = here->second.accessAt(store).value_or(svma);
  }
  auto instruction =
      decoder->decode(module.bytesAt(address, machine::kLongestInstruction), address);
  if (instruction && instruction->target)
    if (const debuginfo::Signature *callee = signatureAt(*instruction->target))
      accessByCall(*instruction, callee->name, convention);
  std::vector<machine::MemoryAccess> accesses;
  if (instruction)
    std::copy_if(
        instruction->accesses.begin(), instruction->accesses.end(), std::back_inserter(accesses),
        [&](const machine::MemoryAccess &access) { return store ? access.store : access.load; });
  return accesses;
}

std::uint8_t SiteTypes::State::sizeAt(std::uint64_t svma, bool store) {
  std::optional<std::uint32_t> size;
  for (const machine::MemoryAccess &access : accessesAt(svma, store))
    size = !size || *size == access.size ? access.size : 0;
  return size && *size <= UINT8_MAX ? static_cast<std::uint8_t>(*size) : std::uint8_t{0};
}

bool SiteTypes::State::addressesStack(std::uint64_t svma, bool store) {
  const std::vector<machine::MemoryAccess> accesses = accessesAt(svma, store);
  return !accesses.empty() &&
         std::all_of(accesses.begin(), accesses.end(), [&](const machine::MemoryAccess &access) {
           return access.memory.base == convention.stack;
         });
}

bool SiteTypes::State::isAuthors(const Hypothesis &view) const {
  debuginfo::TypeTable &types = *module.types();
  return view.root != Hypothesis::Root::Pointer ||
         (types.isRecord(view.type) && !types.isLibrary(view.type));
}

const SiteTypes::PassedViews &SiteTypes::State::passedAt(std::uint64_t svma, bool store) {
  const auto [known, is_new] = passed.try_emplace({svma, store});
  PassedViews &answer = known->second;
  const FunctionTypes::Operands *operands = is_new ? operandsAt(svma, store) : nullptr;
  if (!operands)
    return answer;
  answer.views = operands->choices;
  answer.complete = answer.branches = !answer.views.empty();
  if (operands->passed.empty() ||
      std::any_of(operands->views.begin(), operands->views.end(),
                  [&](const Hypothesis &view) { return isAuthors(view); }))
    return answer;
  if (!calls)
    calls.emplace(module, architecture);
  answer.complete = true;
  const std::uint64_t entry = functionAt(svma)->entry;
  for (const FunctionTypes::Passed &one : std::vector(operands->passed))
    askCallers(entry, one.argument, one.use, 0, answer);
  return answer;
}

void SiteTypes::State::askCallers(std::uint64_t entry, const Argument &argument,
                                  const Hypothesis &use, int depth, PassedViews &into) {
  const auto &registers = convention.arguments;
  const auto position = std::find(registers.begin(), registers.end(), argument.reg);
  const auto sites = calls->to(entry);
  if (position == registers.end() || depth > kMaxCallerDepth || sites.size() > kMostCallers ||
      into.views.size() > kMostCallers) {
    into.complete = false;
    return;
  }
  for (const CallSites::Call &site : sites) {
    const FunctionTypes *caller = functionAt(site.site);
    const auto call = caller ? caller->calls.find(site.site) : decltype(caller->calls.end()){};
    if (!caller || call == caller->calls.end())
      continue; // bytes that only look like a call
    const FunctionTypes::Handed handed =
        call->second[static_cast<std::size_t>(position - registers.begin())];
    const bool says_more = handed.view && (isAuthors(*handed.view) || !handed.argument);
    if (says_more) {
      Hypothesis view = *handed.view;
      view.offset += argument.distance;
      view.step = std::gcd(view.step, argument.step);
      view.size = use.size;
      view.load = use.load;
      view.store = use.store;
      into.views.push_back(std::move(view));
    } else if (handed.argument) {
      Argument outer = *handed.argument;
      outer.distance += argument.distance;
      outer.step = std::gcd(outer.step, argument.step);
      askCallers(caller->entry, outer, use, depth + 1, into);
    } else {
      into.complete = false;
    }
  }
}

SiteTypes::SiteTypes(debuginfo::Module &module) {
  const auto arch = architectureOf(module);
  if (!arch || !module.types())
    return;
  auto state = std::make_unique<State>(module, *arch);
  if (state->decoder)
    state_ = std::move(state);
}

SiteTypes::~SiteTypes() = default;
SiteTypes::SiteTypes(SiteTypes &&) noexcept = default;

const std::vector<Hypothesis> &SiteTypes::at(std::uint64_t svma, bool store) {
  const FunctionTypes::Operands *operands = state_ ? state_->operandsAt(svma, store) : nullptr;
  return operands ? operands->views : kNothing;
}

std::uint8_t SiteTypes::sizeAt(std::uint64_t svma, bool store) {
  return state_ ? state_->sizeAt(svma, store) : std::uint8_t{0};
}

bool SiteTypes::addressesStack(std::uint64_t svma, bool store) {
  return state_ && state_->addressesStack(svma, store);
}

std::optional<std::int64_t> SiteTypes::storedAt(std::uint64_t svma) {
  const FunctionTypes::Operands *operands = state_ ? state_->operandsAt(svma, true) : nullptr;
  return operands ? operands->stored : std::nullopt;
}

const SiteTypes::PassedViews &SiteTypes::passedAt(std::uint64_t svma, bool store) {
  return state_ ? state_->passedAt(svma, store) : kNothingPassed;
}

const AllocationSite *SiteTypes::allocationBefore(std::uint64_t svma) {
  const FunctionTypes *function = state_ && svma != 0 ? state_->functionAt(svma - 1) : nullptr;
  if (!function)
    return nullptr;
  const auto found = std::find_if(function->allocations.begin(), function->allocations.end(),
                                  [&](const AllocationSite &one) { return one.returns == svma; });
  return found == function->allocations.end() ? nullptr : &*found;
}

const std::vector<AllocationSite> &SiteTypes::allocations() const {
  static const std::vector<AllocationSite> kNone;
  return state_ ? state_->allocations : kNone;
}

} // namespace fsfind::typing
