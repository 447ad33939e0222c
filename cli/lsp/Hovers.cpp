#include "cli/lsp/Hovers.h"

#include <sstream>
#include <string_view>

namespace fsfind::lsp {

std::string Hovers::whole(std::size_t text) const {
  const auto &[head, page] = texts.at(text);
  return head.empty() ? pages.at(page) : head + "\n\n" + pages.at(page);
}

void Hovers::follow(const std::map<std::string, LineChanges> &changes) {
  for (auto &[path, all] : anchors) {
    const auto of_file = changes.find(path);
    if (of_file == changes.end())
      continue;
    std::vector<HoverAnchor> kept;
    for (HoverAnchor &anchor : all)
      if (const auto line = of_file->second.now(anchor.line)) {
        anchor.line = *line;
        kept.push_back(std::move(anchor));
      }
    all = std::move(kept);
  }
}

std::string plainText(const std::string &markdown) {
  constexpr std::string_view kFence = "```";
  std::istringstream lines(markdown);
  std::string text;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with(kFence))
      text += line + "\n";
  std::erase(text, '`');
  return text;
}

Json hoversJson(const Hovers &hovers) {
  Json texts = Json::array(), anchors = Json::object(), records = Json::object();
  for (const auto &[head, page] : hovers.texts)
    texts.push_back(Json::array({head, page}));
  for (const auto &[path, list] : hovers.anchors)
    for (const HoverAnchor &anchor : list)
      anchors[path].push_back(Json::array({anchor.line, anchor.word, anchor.text}));
  for (const auto &[name, text] : hovers.records)
    records[name] = text;
  return {{"pages", hovers.pages},
          {"texts", std::move(texts)},
          {"anchors", std::move(anchors)},
          {"records", std::move(records)}};
}

Hovers hoversFrom(const Json &json) {
  Hovers hovers;
  for (const Json &page : json.at("pages"))
    hovers.pages.push_back(page.get<std::string>());
  for (const Json &text : json.at("texts"))
    hovers.texts.push_back({text.at(0).get<std::string>(), text.at(1).get<std::size_t>()});
  for (const auto &[path, list] : json.at("anchors").items())
    for (const Json &one : list)
      hovers.anchors[path].push_back({one.at(0).get<std::uint32_t>(), one.at(1).get<std::string>(),
                                      one.at(2).get<std::size_t>()});
  for (const auto &[name, text] : json.at("records").items())
    hovers.records[name] = text.get<std::size_t>();
  return hovers;
}

} // namespace fsfind::lsp
