#include "analyzer/extract/access/Body.h"
#include "analyzer/extract/flow/PassedCalls.h"
#include "analyzer/extract/flow/Waits.h"

/// The part of Body about loops: which there are, and what their iterations come by.
namespace fsfind::analyzer {

using namespace clang;

void Body::enterLoop(const Stmt *loop) {
  auto &known = fact().loops;
  if (known.empty())
    known.emplace_back();
  loops_.push_back(flow_.iterations(loop));
  loop_statements_.push_back(loop);
  FactLoop one;
  one.parent = loop_positions_.back();
  one.iterations = loops_.back();
  loop_positions_.push_back(static_cast<std::uint32_t>(known.size()));
  known_loops_[loop] = loop_positions_.back();
  known.push_back(std::move(one));
}

void Body::leaveLoop() {
  loops_.pop_back();
  loop_statements_.pop_back();
  loop_positions_.pop_back();
}

void Body::notePassed(const Stmt *body) {
  const PassedCalls passed(body, unit_.context);
  auto &loops = fact().loops;
  if (loops.empty())
    loops.emplace_back();
  llvm::DenseSet<std::pair<std::uint32_t, std::size_t>> noted;
  const auto pass = [&](const CallExpr *call, std::uint32_t at) {
    FactLoop &loop = loops[at];
    const FactWait wait = waitAt(unit_, call, body);
    loop.wait = longer(loop.wait, wait);
    const auto callee = callees_.find(call);
    if (wait.what == Wait::None && callee != callees_.end() &&
        noted.insert({at, callee->second.value()}).second)
      loop.passed_calls.push_back(callee->second);
  };
  const auto fill = [&](const Stmt *loop, std::uint32_t at) {
    for (const Stmt *item : passed.in(loop))
      if (const auto inner = known_loops_.find(item); inner != known_loops_.end())
        loops[inner->second].passed |= loops[inner->second].parent == at;
      else if (const auto *call = dyn_cast<CallExpr>(item))
        pass(call, at);
  };
  fill(nullptr, 0);
  for (const auto &[loop, at] : known_loops_)
    fill(loop, at);
  if (loops.size() == 1 && loops.front() == FactLoop{})
    loops.clear();
}

} // namespace fsfind::analyzer
