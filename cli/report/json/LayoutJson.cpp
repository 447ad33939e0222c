#include "cli/report/LayoutReport.h"
#include "rules/codec/JsonDocument.h"

namespace fsfind::report {

using namespace codec;

namespace {

Json threadsJson(const std::map<std::string, std::uint64_t> &threads) {
  Json json = Json::array();
  for (const auto &[thread, samples] : threads)
    json.push_back({{"thread", thread}, {"samples", samples}});
  return json;
}

void addSamples(const MemberUse &use, Json &json) {
  json["loads"] = use.loads;
  json["stores"] = use.stores;
  json["contended"] = use.contended;
  json["readers"] = threadsJson(use.readers);
  json["writers"] = threadsJson(use.writers);
}

Json codeJson(const MemberCode &code) {
  Json json = Json::array();
  for (const CodeUse &use : code)
    json.push_back({{"function", use.function},
                    {"threads", use.threads.empty() ? Json(nullptr) : Json(use.threads)},
                    {"many", use.many},
                    {"reads", use.reads},
                    {"writes", use.writes},
                    {"often", use.often},
                    {"file", use.place.file},
                    {"line", use.place.line}});
  return json;
}

Json memberJson(const LayoutView &view, std::size_t at, LayoutOrigin origin) {
  const LaidOutMember &member = view.layout.members[at];
  Json json;
  json["path"] = member.path;
  json["type"] = member.type;
  json["offset"] = member.offset;
  json["size"] = member.size;
  json["bits"] = member.bits ? Json(*member.bits) : Json(nullptr);
  if (origin == LayoutOrigin::Recording)
    addSamples(member.use, json);
  if (origin == LayoutOrigin::Sources)
    json["code"] = codeJson(view.code[at]);
  return json;
}

Json orderJson(const WriterOrder &order) {
  Json members = Json::array();
  for (const Placed &placed : order.arrangement.members)
    members.push_back({{"member", order.parts[placed.part].name},
                       {"offset", placed.offset},
                       {"aligned", placed.aligned}});
  return {{"size", order.arrangement.size}, {"members", std::move(members)}};
}

Json sharedJson(const std::vector<SharedLine> &lines) {
  Json json = Json::array();
  for (const SharedLine &shared : lines)
    json.push_back({{"line", shared.line}, {"members", shared.members}});
  return json;
}

Json viewJson(const LayoutView &view, const LayoutReport &report) {
  const TypeLayout &layout = view.layout;
  Json json;
  json["name"] = layout.name;
  json["kind"] = layout.kind;
  json["file"] = layout.declared.file;
  json["line"] = layout.declared.line;
  json["module"] = layout.module;
  json["size"] = layout.size;
  json["align"] = layout.align;
  json["complete"] = !layout.cut;
  json["members"] = Json::array();
  for (std::size_t i = 0; i < layout.members.size(); ++i)
    json["members"].push_back(memberJson(view, i, report.origin));
  json["holes"] = Json::array();
  for (const LayoutHole &hole : holesOf(layout))
    if (hole.known)
      json["holes"].push_back({{"offset", hole.offset}, {"size", hole.size}});
  json["shared_lines"] = sharedJson(view.shared);
  json["writers_apart"] = view.order ? orderJson(*view.order) : Json(nullptr);
  return json;
}

} // namespace

void writeLayoutJson(std::ostream &out, const LayoutReport &report, std::string_view version) {
  Document document(out, version);
  document.add("source", {{"path", report.source},
                          {"recording", report.origin == LayoutOrigin::Recording},
                          {"sources", report.origin == LayoutOrigin::Sources},
                          {"simulated", report.simulated},
                          {"line_size", report.line_size}});
  document.addEach("types", report.views,
                   [&](const LayoutView &view) { return viewJson(view, report); });
  document.end();
}

} // namespace fsfind::report
