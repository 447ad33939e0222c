#include "cli/lsp/RecordPages.h"

#include "cli/check/Files.h"
#include "cli/lsp/RecordText.h"
#include "rules/measured/usage/MemberUsage.h"
#include "rules/program/Program.h"
#include "rules/source/layout/FactLayout.h"
#include "rules/source/layout/RecordCode.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace fsfind::lsp {

namespace {

/// If there are more, only those are shown that threads use: the server keeps all pages in memory.
constexpr std::size_t kMostRecords = 10'000;

MeasuredWords wordsOf(const Profile *profile) {
  MeasuredWords words;
  if (profile == nullptr)
    return words;
  words.recorded = true;
  words.simulated = profile->source.simulated;
  for (const Line &line : profile->lines)
    for (const Access &access : line.accesses)
      words.contended += access.contended;
  return words;
}

/// The last name of a qualified one, without template arguments.
std::string lastName(const std::string &name) {
  const std::string plain = name.substr(0, name.find('<'));
  const std::size_t colons = plain.rfind("::");
  return colons == std::string::npos ? plain : plain.substr(colons + 2);
}

/// By place; of several at one place the first stays, as that of a template's instances.
void sortOut(std::vector<HoverAnchor> &anchors) {
  const auto place = [](const HoverAnchor &one) { return std::tie(one.line, one.word); };
  std::stable_sort(anchors.begin(), anchors.end(),
                   [&](const auto &a, const auto &b) { return place(a) < place(b); });
  const auto end = std::unique(anchors.begin(), anchors.end(),
                               [&](const auto &a, const auto &b) { return place(a) == place(b); });
  anchors.erase(end, anchors.end());
}

class Pages {
public:
  Pages(const Program &program, const PageQuestion &question)
      : facts_(program.facts()), question_(question), uses_(program),
        line_size_(program.lineSize()), words_(wordsOf(question.measured)) {}

  Hovers all() {
    const bool few = facts_.records.size() <= kMostRecords;
    for (std::size_t i = 0; i < facts_.records.size(); ++i)
      if (isOfProject(facts_.records[i]) && (few || uses_.any(RecordIndex(i))))
        addRecord(RecordIndex(i));
    for (const FactFunction &function : facts_.functions)
      for (const FactAccess &access : function.accesses)
        addAccess(access);
    for (auto &[path, anchors] : hovers_.anchors)
      sortOut(anchors);
    for (const std::string &name : several_)
      hovers_.records.erase(name);
    return std::move(hovers_);
  }

private:
  /// Whether the author declared it in the project, so that it has a layout to be shown.
  [[nodiscard]] bool isOfProject(const FactRecord &record) const {
    return record.place.known() && record.size != 0 &&
           check::isBelow(facts_.place(record.place).file, question_.folder);
  }

  void addRecord(RecordIndex index) {
    const FactRecord &record = facts_.record(index);
    report::LayoutView view{.layout = layoutOf(facts_, index)};
    view.code = codeOf(uses_, index, view.layout);
    if (question_.measured != nullptr)
      addMemberUsage(*question_.measured, view.layout);
    const std::size_t page = hovers_.pages.size();
    hovers_.pages.push_back(recordPage(view, line_size_, words_));
    const std::string name = lastName(record.name);
    const std::size_t whole = addText({}, page);
    if (!hovers_.records.try_emplace(name, whole).second)
      several_.insert(name);
    addAnchor(record.place, name, whole);
    for (std::uint32_t i = 0; i < record.members.size(); ++i) {
      const FactMember &member = record.members[i];
      const std::size_t text = addText(memberHead(view, member, words_), page);
      addAnchor(member.place, member.name, text);
      members_.try_emplace({index, i}, text);
    }
  }

  /// The last member on the way to what is accessed.
  void addAccess(const FactAccess &access) {
    const std::vector<FactStep> &steps = access.what.steps;
    const auto step = std::find_if(steps.rbegin(), steps.rend(), [](const FactStep &one) {
      return one.kind == StepKind::Member;
    });
    if (step == steps.rend())
      return;
    const auto known = members_.find({step->record, step->member});
    if (known != members_.end())
      addAnchor(access.place, facts_.record(step->record).members[step->member].name,
                known->second);
  }

  std::size_t addText(std::string head, std::size_t page) {
    hovers_.texts.push_back({std::move(head), page});
    return hovers_.texts.size() - 1;
  }

  void addAnchor(FactPlace place, const std::string &word, std::size_t text) {
    if (!place.known() || word.empty())
      return;
    const auto [path, added] = paths_.try_emplace(place.file);
    if (added)
      path->second = check::absolutePath(facts_.place(place).file);
    hovers_.anchors[path->second].push_back({place.line - 1, word, text});
  }

  const Facts &facts_;
  const PageQuestion &question_;
  RecordUses uses_;
  std::uint32_t line_size_; ///< bytes
  MeasuredWords words_;
  std::map<std::pair<RecordIndex, std::uint32_t>, std::size_t> members_; ///< their texts
  std::map<FileIndex, std::string> paths_;                               ///< absolutePath()
  std::set<std::string> several_; ///< names of several records
  Hovers hovers_;
};

} // namespace

Hovers recordPages(const Facts &facts, const PageQuestion &question) {
  const Program program(facts, question.options);
  return Pages(program, question).all();
}

} // namespace fsfind::lsp
