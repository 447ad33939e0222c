#pragma once

#include "rules/codec/DocumentText.h"
#include "rules/codec/JsonParts.h"
#include "rules/model/Fingerprint.h"

#include <ostream>
#include <string>
#include <string_view>

namespace fsfind::codec {

/// Writes one JSON object in the contract of docs/json.md, member by member, so that it need not be
/// in memory as a whole. It begins with `schema` and `tool`.
class Document {
public:
  Document(std::ostream &out, std::string_view version) : out_(out) {
    out_ << '{';
    add("schema", kDocumentSchema);
    add("tool", {{"name", "fsfind"}, {"version", version}});
  }

  void add(std::string_view name, const Json &value) {
    key(name);
    out_ << dumped(value);
  }

  /// Adds an array, with a line of text for each element.
  template <class Range, class Convert>
  void addEach(std::string_view name, const Range &range, Convert convert) {
    key(name);
    out_ << '[';
    bool first = true;
    for (const auto &element : range) {
      out_ << (first ? "\n" : ",\n") << dumped(convert(element));
      first = false;
    }
    out_ << ']';
  }

  void addFindings(const std::vector<Finding> &findings) {
    const std::vector<std::string> prints = fingerprints(findings);
    addEach("findings", findings, [&, at = std::size_t{0}](const Finding &finding) mutable {
      Json json = findingJson(finding);
      json["fingerprint"] = prints[at++];
      return json;
    });
  }

  void end() { out_ << "}\n"; }

private:
  void key(std::string_view name) {
    out_ << (first_ ? "\"" : ",\n\"") << name << "\":";
    first_ = false;
  }

  std::ostream &out_;
  bool first_ = true;
};

} // namespace fsfind::codec
