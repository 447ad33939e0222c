#include "cli/report/picture/TileFigure.h"

#include "cli/report/picture/Tiles.h"
#include "cli/report/text/TextWords.h"

#include <array>
#include <string>
#include <utility>

namespace fsfind::report {

namespace {

constexpr std::string_view kUnknown = "unknown";

std::string orUnknown(std::string name) {
  return name.empty() ? std::string(kUnknown) : name;
}

std::uint64_t valueOf(const Access &access, MapValue value) {
  switch (value) {
  case MapValue::Contended:
    return access.contended;
  case MapValue::Cycles:
    return access.latency;
  case MapValue::Stores:
    return access.kind == AccessKind::Store ? access.count : 0;
  }
  return 0;
}

std::string_view valueWords(MapValue value) {
  constexpr std::array<std::string_view, 3> kWords = {"contended samples",
                                                      "cycles of sampled loads", "stores"};
  return kWords[static_cast<std::size_t>(value)];
}

/// Where the data live: a file, or memory that belongs to none.
std::string moduleOf(const Line &line, const Object &object) {
  switch (object.kind) {
  case ObjectKind::Heap:
    return "heap";
  case ObjectKind::Stack:
    return "stacks";
  case ObjectKind::Tls:
    return "thread-local";
  case ObjectKind::Global:
  case ObjectKind::Unknown:
    break;
  }
  return orUnknown(baseName(line.mapping));
}

std::vector<std::string> dataPath(const Profile &profile, const Line &line, const Access &access) {
  const Target &target = profile.target(access.target);
  return {moduleOf(line, target.object), orUnknown(familyLabel(target.object)),
          target.member.empty() ? "whole" : target.member};
}

std::vector<std::string> codePath(const Profile &profile, const Access &access) {
  const Site &site = profile.site(access.site);
  std::vector<std::string> path = {orUnknown(profile.thread(access.thread).comm)};
  for (auto frame = site.frames.rbegin(); frame != site.frames.rend(); ++frame)
    path.push_back(orUnknown(frame->function));
  if (site.frames.empty())
    path.push_back(site.symbol.empty() ? orUnknown(baseName(site.module)) : site.symbol);
  const Target &target = profile.target(access.target);
  const std::string label = familyLabel(target.object);
  path.push_back(
      orUnknown(target.member.empty() ? label : memberLabel(target.object, label, target.member)));
  return path;
}

} // namespace

std::string_view mapValueId(MapValue value) {
  constexpr std::array<std::string_view, 3> kIds = {"contended", "cycles", "stores"};
  return kIds[static_cast<std::size_t>(value)];
}

std::optional<Figure> mapFigure(const Profile &profile, const std::vector<RankedLine> &lines,
                                MapValue value) {
  Tiles tiles;
  for (const RankedLine &ranked : lines)
    for (const Access &access : ranked.line->accesses)
      tiles.add(dataPath(profile, *ranked.line, access), valueOf(access, value), ranked.rank);
  if (tiles.isEmpty())
    return std::nullopt;
  Figure figure = tiles.figure({"Module", "Object or type", "Member"});
  figure.name = "Map of contention: module, object, member";
  figure.table.caption = "Contention by module, object and member";
  figure.legend = "Rows: module, object or type, member; width: part of the " +
                  std::string(valueWords(value)) + ". " + figure.legend;
  return figure;
}

std::optional<Figure> flameFigure(const Profile &profile, const std::vector<RankedLine> &lines) {
  Tiles tiles;
  for (const RankedLine &ranked : lines)
    for (const Access &access : ranked.line->accesses)
      tiles.add(codePath(profile, access), access.contended, ranked.rank);
  if (tiles.isEmpty())
    return std::nullopt;
  Figure figure = tiles.figure({"Thread", "Function", "Inlined functions and data"});
  figure.name = "Contended samples by code: thread, function, inlined functions, data";
  figure.table.caption = "Contended samples by code and data";
  figure.legend = "Rows: thread, function, the functions inlined into it, and the data; width: "
                  "part of the contended samples. " +
                  figure.legend;
  return figure;
}

} // namespace fsfind::report
