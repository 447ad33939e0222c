#include "tests/fuzz/mutators/JsonMutator.h"

#include <nlohmann/json.hpp>

#include <bit>
#include <string>

namespace fsfind::fuzz {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostValues = 20000;
/// Deeper values go, since what writes documents is recursive.
constexpr std::size_t kDeepest = 200;

/// A value and where it is; the document itself has no parent.
struct Spot {
  Json *value = nullptr, *parent = nullptr;
  std::string key = {}; ///< in a parent that is an object
};

void collect(Json &value, Json *parent, const std::string &key, std::vector<Spot> &spots,
             std::size_t depth = 0) {
  if (spots.size() >= kMostValues)
    return;
  if (depth >= kDeepest)
    value = nullptr;
  spots.push_back({&value, parent, key});
  if (value.is_object())
    for (auto &[name, member] : value.items())
      collect(member, &value, name, spots, depth + 1);
  else if (value.is_array())
    for (Json &element : value)
      collect(element, &value, "", spots, depth + 1);
}

std::vector<Spot> spotsOf(Json &document) {
  std::vector<Spot> spots;
  collect(document, nullptr, "", spots);
  return spots;
}

std::string text(Random &random) {
  constexpr std::array<std::string_view, 14> kTexts = {"",
                                                       "0x40",
                                                       "0xffffffffffffffff",
                                                       "0x",
                                                       "-1",
                                                       "a.c",
                                                       "/",
                                                       "..",
                                                       "fsfind-x",
                                                       "global",
                                                       "heap",
                                                       "unknown",
                                                       "\xc3\xa9\xe2\x82\xac",
                                                       "1e999"};
  std::string text(random.pick(kTexts));
  if (random.oneIn(8))
    text.resize(random.below(3000), 'a');
  return text;
}

Json real(Random &random) {
  constexpr std::array<double, 10> kReals = {0.5, -0.0, 1e308, -1e308, 5e-324,
                                             1,   -1,   1e19,  0.1,    1e-9};
  return random.pick(kReals);
}

Json freshValue(Random &random) {
  switch (random.below(9)) {
  case 0:
    return nullptr;
  case 1:
    return random.oneIn(2);
  case 2:
    return static_cast<std::int64_t>(random.number(0));
  case 3:
    return random.number(0);
  case 4:
    return real(random);
  case 5:
    return Json::array();
  case 6:
    return Json::object();
  default:
    return text(random);
  }
}

void mutateNumber(Json &value, Random &random) {
  if (random.oneIn(6))
    value = real(random);
  else if (value.is_number_float())
    value = std::bit_cast<double>(random.number(std::bit_cast<std::uint64_t>(value.get<double>())));
  else if (random.oneIn(3))
    value = static_cast<std::int64_t>(random.number(value.get<std::uint64_t>()));
  else
    value = random.number(value.get<std::uint64_t>());
}

/// A value of the same kind, so that its reader goes on.
void mutateWithin(Json &value, Random &random) {
  if (value.is_number()) {
    mutateNumber(value, random);
  } else if (value.is_boolean()) {
    value = !value.get<bool>();
  } else if (value.is_string()) {
    auto words = value.get<std::string>();
    if (random.oneIn(2))
      words = text(random);
    else
      mutateText(words, 8);
    value = std::move(words);
  } else {
    value = freshValue(random);
  }
}

void repeat(Json &list, const Json &value, Random &random) {
  for (std::size_t times = 1 + (random.oneIn(8) ? random.below(60) : 0); times > 0; --times)
    list.push_back(value);
}

void removeFrom(Json &parent, const Spot &spot) {
  if (parent.is_object())
    parent.erase(spot.key);
  else
    for (std::size_t i = 0; i < parent.size(); ++i)
      if (&parent[i] == spot.value)
        return parent.erase(i);
}

void nest(Json &value, Random &random) {
  for (std::size_t depth = 1 + random.below(random.oneIn(16) ? 60 : 3); depth > 0; --depth)
    value = random.oneIn(2) ? Json{{"a", std::move(value)}} : Json::array({std::move(value)});
}

void mutateDocument(Json &document, Random &random) {
  std::vector<Spot> spots = spotsOf(document);
  Spot &spot = random.pick(spots);
  const Spot &other = random.pick(spots);
  switch (random.below(16)) {
  case 0:
    *spot.value = freshValue(random);
    break;
  case 1:
    if (spot.parent)
      removeFrom(*spot.parent, spot);
    break;
  case 2:
    if (spot.parent && spot.parent->is_array())
      repeat(*spot.parent, Json(*spot.value), random);
    break;
  case 3:
    *spot.value = Json(*other.value);
    break;
  case 4:
    if (spot.value->is_object() && !other.key.empty())
      (*spot.value)[other.key] = Json(*other.value);
    else if (spot.value->is_array())
      spot.value->push_back(Json(*other.value));
    break;
  case 5:
    if (random.oneIn(16))
      nest(*spot.value, random);
    break;
  default:
    // Most values are in lists and objects, whose own change would lose them.
    for (int tries = 0; tries < 8 && spot.value->is_structured(); ++tries)
      spot = random.pick(spots);
    if (!spot.value->is_structured())
      mutateWithin(*spot.value, random);
  }
}

std::optional<Json> parsed(Bytes bytes) {
  const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
  Json document = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (document.is_discarded())
    return std::nullopt;
  return document;
}

Buffer written(const Json &document) {
  const std::string text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  return bufferOf(std::as_bytes(std::span(text)));
}

} // namespace

std::optional<Buffer> mutatedJson(Bytes bytes, Random &random) {
  std::optional<Json> document = parsed(bytes);
  if (!document)
    return std::nullopt;
  for (std::size_t edits = 1 + random.below(random.oneIn(4) ? 8 : 2); edits > 0; --edits)
    mutateDocument(*document, random);
  return written(*document);
}

std::optional<Buffer> mixedJson(Bytes bytes, Bytes other, Random &random) {
  std::optional<Json> document = parsed(bytes), giving = parsed(other);
  if (!document || !giving)
    return std::nullopt;
  const std::vector<Spot> given = spotsOf(*giving), spots = spotsOf(*document);
  const Spot &gift = given[random.below(given.size())];
  std::vector<Spot> alike;
  for (const Spot &spot : spots)
    if (spot.key == gift.key)
      alike.push_back(spot);
  *(alike.empty() ? spots[random.below(spots.size())] : random.pick(alike)).value = *gift.value;
  return written(*document);
}

} // namespace fsfind::fuzz
