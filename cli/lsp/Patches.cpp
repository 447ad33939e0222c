#include "cli/lsp/Patches.h"

#include "cli/check/Files.h"
#include "rules/model/ContentHash.h"

#include <fmt/format.h>

namespace fsfind::lsp {

namespace {

Json editJson(const Edit &edit) {
  return {{"file", edit.file},
          {"line", edit.line},
          {"column", edit.column},
          {"end_line", edit.end_line},
          {"end_column", edit.end_column},
          {"text", edit.text}};
}

Edit editFrom(const Json &json) {
  return {textMember(json, "file"),        countMember(json, "line"),
          countMember(json, "column"),     countMember(json, "end_line"),
          countMember(json, "end_column"), textMember(json, "text")};
}

/// A place of an edit, which counts from 1 and in bytes, in the editor's way.
Json positionIn(std::string_view text, std::uint32_t line, std::uint32_t column,
                Encoding encoding) {
  const std::string_view before = lineOf(text, line - 1).substr(0, column - 1);
  return {{"line", line - 1}, {"character", unitsOf(before, encoding)}};
}

Json textEdit(const Edit &edit, std::string_view text, Encoding encoding) {
  return {{"range",
           {{"start", positionIn(text, edit.line, edit.column, encoding)},
            {"end", positionIn(text, edit.end_line, edit.end_column, encoding)}}},
          {"newText", edit.text}};
}

} // namespace

Json patchesJson(const std::vector<ProvedEdits> &all) {
  Json json = Json::array();
  for (const ProvedEdits &proved : all) {
    Json edits = Json::array(), contents = Json::object();
    for (const Edit &edit : proved.edits)
      edits.push_back(editJson(edit));
    for (const auto &[path, hash] : proved.contents)
      contents[path] = hash;
    json.push_back({{"finding", proved.finding},
                    {"edits", std::move(edits)},
                    {"contents", std::move(contents)},
                    {"refused", proved.refused}});
  }
  return json;
}

std::vector<ProvedEdits> patchesFrom(const Json &json) {
  std::vector<ProvedEdits> all;
  for (const Json &one : json) {
    ProvedEdits proved{textMember(one, "finding"), {}, {}, textMember(one, "refused")};
    for (const Json &edit : member(one, "edits"))
      proved.edits.push_back(editFrom(edit));
    for (const auto &[path, hash] : member(one, "contents").items())
      proved.contents[path] = hash.get<std::uint64_t>();
    all.push_back(std::move(proved));
  }
  return all;
}

tl::expected<Json, Problem> workspaceEdit(const ProvedEdits &proved, const Documents &documents,
                                          const Abilities &abilities) {
  std::map<std::string, std::string> texts;
  for (const auto &[path, hash] : proved.contents) {
    texts[path] = documents.textOf(path);
    if (contentHash(texts[path]) != hash)
      return tl::unexpected(
          Problem{ErrorCode::ContentModified,
                  fmt::format("{} has changed since it was read: save it", path)});
  }
  std::map<std::string, Json> edits;
  for (const Edit &edit : proved.edits)
    edits[edit.file].push_back(textEdit(edit, texts[edit.file], abilities.encoding));
  Json versioned = Json::array(), plain = Json::object();
  for (auto &[path, list] : edits) {
    const Document *document = documents.find(path);
    const std::string uri = documents.uri(path);
    if (!abilities.versioned_edits) {
      plain[uri] = std::move(list);
      continue;
    }
    const Json version = document == nullptr ? Json() : Json(document->version);
    versioned.push_back(
        {{"textDocument", {{"uri", uri}, {"version", version}}}, {"edits", std::move(list)}});
  }
  if (abilities.versioned_edits)
    return Json{{"documentChanges", std::move(versioned)}};
  return Json{{"changes", std::move(plain)}};
}

} // namespace fsfind::lsp
