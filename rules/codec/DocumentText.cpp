#include "rules/codec/DocumentText.h"

#include "rules/codec/JsonText.h"
#include "rules/input/InputFile.h"

#include <fmt/format.h>

namespace fsfind {

std::string documentRemedy(const DocumentKind &kind) {
  return fmt::format("give a file that {} --format=json -o wrote", kind.command);
}

Expected<std::string> readDocument(const std::string &path, const DocumentKind &kind) {
  return readInput(path, input::kDocument).map_error([&](Error error) {
    error.remedy = documentRemedy(kind);
    return error;
  });
}

Expected<nlohmann::json> parseDocument(std::string_view text, const std::string &where,
                                       const DocumentKind &kind) {
  if (text.empty())
    return failure({where, {}, "is empty", documentRemedy(kind)});
  FSFIND_TRY(nlohmann::json json, parseJson(text, where, documentRemedy(kind)));
  if (!json.is_object() || !json.contains("schema") || !json.contains(kind.field))
    return failure(
        {where, {}, fmt::format("is not a file of {}", kind.command), documentRemedy(kind)});
  if (json.at("schema") != kDocumentSchema)
    return failure({where,
                    {},
                    fmt::format("is not in schema {}, which this fsfind reads", kDocumentSchema),
                    fmt::format("make it again with this release: {}", kind.again)});
  return json;
}

} // namespace fsfind
