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

Json memberJson(const LaidOutMember &member, bool recorded) {
  Json json;
  json["path"] = member.path;
  json["type"] = member.type;
  json["offset"] = member.offset;
  json["size"] = member.size;
  json["bits"] = member.bits ? Json(*member.bits) : Json(nullptr);
  if (!recorded)
    return json;
  json["loads"] = member.use.loads;
  json["stores"] = member.use.stores;
  json["contended"] = member.use.contended;
  json["readers"] = threadsJson(member.use.readers);
  json["writers"] = threadsJson(member.use.writers);
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

Json sharedJson(const TypeLayout &layout, std::uint32_t line) {
  Json json = Json::array();
  for (const SharedLine &shared : sharedLines(layout, line))
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
  for (const LaidOutMember &member : layout.members)
    json["members"].push_back(memberJson(member, report.recorded));
  json["holes"] = Json::array();
  for (const LayoutHole &hole : holesOf(layout))
    json["holes"].push_back({{"offset", hole.offset}, {"size", hole.size}});
  json["shared_lines"] = sharedJson(layout, report.line_size);
  json["writers_apart"] = view.order ? orderJson(*view.order) : Json(nullptr);
  return json;
}

} // namespace

void writeLayoutJson(std::ostream &out, const LayoutReport &report, std::string_view version) {
  Document document(out, version);
  document.add("source", {{"path", report.source},
                          {"recording", report.recorded},
                          {"simulated", report.simulated},
                          {"line_size", report.line_size}});
  document.addEach("types", report.views,
                   [&](const LayoutView &view) { return viewJson(view, report); });
  document.end();
}

} // namespace fsfind::report
