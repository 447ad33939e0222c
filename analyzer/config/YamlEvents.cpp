#include "analyzer/config/YamlEvents.h"

#include <fmt/format.h>
#include <yaml.h>

#include <algorithm>
#include <new>

namespace fsfind::analyzer {

namespace {

/// An event of libyaml's, released at the end.
class RawEvent {
public:
  RawEvent() = default;
  ~RawEvent() { yaml_event_delete(&event_); }
  RawEvent(const RawEvent &) = delete;
  RawEvent &operator=(const RawEvent &) = delete;
  yaml_event_t *get() { return &event_; }
  const yaml_event_t *operator->() const { return &event_; }

private:
  yaml_event_t event_{};
};

/// libyaml counts lines and columns from 0.
Place placeOf(const yaml_mark_t &mark, const std::string &file) {
  return {file, static_cast<std::uint32_t>(mark.line) + 1,
          static_cast<std::uint32_t>(mark.column) + 1};
}

bool hasAnchor(const RawEvent &event) {
  switch (event->type) {
  case YAML_ALIAS_EVENT:
    return true;
  case YAML_SCALAR_EVENT:
    return event->data.scalar.anchor != nullptr;
  case YAML_SEQUENCE_START_EVENT:
    return event->data.sequence_start.anchor != nullptr;
  case YAML_MAPPING_START_EVENT:
    return event->data.mapping_start.anchor != nullptr;
  default:
    return false;
  }
}

bool hasTag(const RawEvent &event) {
  switch (event->type) {
  case YAML_SCALAR_EVENT:
    return event->data.scalar.tag != nullptr;
  case YAML_SEQUENCE_START_EVENT:
    return event->data.sequence_start.tag != nullptr;
  case YAML_MAPPING_START_EVENT:
    return event->data.mapping_start.tag != nullptr;
  default:
    return false;
  }
}

YamlEvent::Kind kindOf(yaml_event_type_t type) {
  switch (type) {
  case YAML_SCALAR_EVENT:
    return YamlEvent::Word;
  case YAML_SEQUENCE_START_EVENT:
    return YamlEvent::List;
  case YAML_MAPPING_START_EVENT:
    return YamlEvent::Keys;
  case YAML_SEQUENCE_END_EVENT:
  case YAML_MAPPING_END_EVENT:
    return YamlEvent::End;
  case YAML_DOCUMENT_START_EVENT:
    return YamlEvent::Document;
  default:
    return YamlEvent::EndOfText;
  }
}

/// Those that begin or end what is told elsewhere.
bool isSilent(yaml_event_type_t type) {
  return type == YAML_STREAM_START_EVENT || type == YAML_DOCUMENT_END_EVENT;
}

} // namespace

void YamlEvents::Delete::operator()(yaml_parser_s *parser) const {
  yaml_parser_delete(parser);
  delete parser;
}

YamlEvents::YamlEvents(std::string_view text, std::string file)
    : text_(text), file_(std::move(file)) {
  auto parser = std::make_unique<yaml_parser_t>();
  if (yaml_parser_initialize(parser.get()) == 0)
    throw std::bad_alloc();
  parser_.reset(parser.release());
  yaml_parser_set_encoding(parser_.get(), YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(parser_.get(), reinterpret_cast<const unsigned char *>(text.data()),
                               text.size());
}

Expected<YamlEvent> YamlEvents::next() {
  for (;;) {
    RawEvent event;
    if (yaml_parser_parse(parser_.get(), event.get()) == 0)
      return failure(problem());
    if (isSilent(event->type))
      continue;
    YamlEvent result;
    result.kind = kindOf(event->type);
    result.place = placeOf(event->start_mark, file_);
    if (hasAnchor(event))
      return failure(errorAt(result.place, "anchors and aliases are not read",
                             "put a value that begins with & or * in quotes"));
    if (hasTag(event))
      return failure(
          errorAt(result.place, "tags are not read", "put a value that begins with ! in quotes"));
    if (event->type == YAML_SCALAR_EVENT) {
      const auto &scalar = event->data.scalar;
      result.text.assign(reinterpret_cast<const char *>(scalar.value), scalar.length);
      result.block = scalar.style == YAML_LITERAL_SCALAR_STYLE;
      result.quoted = scalar.style != YAML_PLAIN_SCALAR_STYLE;
    }
    return result;
  }
}

Error YamlEvents::problem() const {
  if (parser_->error == YAML_READER_ERROR)
    return errorAt(
        placeOf(text_, std::min<std::size_t>(parser_->problem_offset, text_.size()), file_),
        "this is no text in UTF-8", "write it anew");
  const char *what = parser_->problem != nullptr ? parser_->problem : "it cannot be read";
  return errorAt(placeOf(parser_->problem_mark, file_), fmt::format("is no YAML: {}", what),
                 "write a key, a colon, a blank and its value, in quotes if it has signs");
}

Error errorAt(const Place &place, std::string what, std::string remedy) {
  return {fmt::format("{}:{}:{}", place.file, place.line, place.column),
          {},
          std::move(what),
          std::move(remedy)};
}

Place placeOf(std::string_view text, std::size_t offset, const std::string &file) {
  const std::string_view before = text.substr(0, offset);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  const std::size_t begin = before.rfind('\n') + 1; // 0 if there is none
  return {file, static_cast<std::uint32_t>(lines) + 1,
          static_cast<std::uint32_t>(offset - begin) + 1};
}

} // namespace fsfind::analyzer
