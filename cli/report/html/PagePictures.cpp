#include "cli/report/html/PagePictures.h"

#include "cli/report/picture/LayoutFigure.h"
#include "cli/report/picture/MemoryFigure.h"
#include "cli/report/picture/StripFigure.h"
#include "cli/report/picture/TileFigure.h"
#include "cli/report/picture/TimelineFigure.h"
#include "cli/report/picture/TransferFigure.h"

#include <algorithm>
#include <optional>
#include <string>

namespace fsfind::report {

namespace {

using codec::Json;

/// Processors fetch pairs of lines, or have longer ones.
constexpr std::uint32_t kLineSizes[] = {64, 128, 256};

/// Numbers are pairs of text and value.
Json rowJson(const std::vector<FigureCell> &row, const std::vector<FigureColumn> &columns) {
  Json cells = Json::array();
  for (std::size_t i = 0; i < row.size(); ++i)
    if (columns[i].number)
      cells.push_back(Json::array({row[i].text, codec::finite(row[i].value)}));
    else
      cells.push_back(row[i].text);
  return cells;
}

Json tableJson(const FigureTable &table) {
  Json json;
  json["caption"] = table.caption;
  json["columns"] = Json::array();
  for (const FigureColumn &column : table.columns)
    json["columns"].push_back({{"head", column.head}, {"number", column.number}});
  json["rows"] = Json::array();
  for (const std::vector<FigureCell> &row : table.rows)
    json["rows"].push_back(rowJson(row, table.columns));
  if (!table.lines.empty())
    json["lines"] = table.lines;
  return json;
}

std::size_t bytesOf(const Figure &figure) {
  std::size_t bytes = figure.shapes.size();
  for (const std::vector<FigureCell> &row : figure.table.rows)
    for (const FigureCell &cell : row)
      bytes += cell.text.size();
  return bytes;
}

} // namespace

Json figureJson(const Figure &figure) {
  Json json;
  json["name"] = figure.name;
  json["legend"] = figure.legend;
  json["width"] = figure.width;
  json["height"] = figure.height;
  json["shapes"] = figure.shapes;
  json["table"] = tableJson(figure.table);
  return json;
}

Json layoutsJson(const Finding &finding, std::size_t &bytes) {
  Json layouts = Json::array();
  for (const Advice &advice : finding.advice) {
    Json sizes = Json::array();
    for (const std::uint32_t size : kLineSizes)
      if (const std::optional<Figure> figure = layoutFigure(finding, advice, size)) {
        sizes.push_back(figureJson(*figure));
        bytes += bytesOf(*figure);
      }
    layouts.push_back(sizes.empty() ? Json(nullptr) : std::move(sizes));
  }
  return layouts;
}

PagePictures::PagePictures(const Profile &profile, const Report &report, const PageLimits &limits)
    : profile_(profile), names_(profile), report_(report), limits_(limits), finding_lines_(report) {
  addWhole();
  addFindings();
  addLines();
}

Json PagePictures::counted(const Figure &figure) {
  bytes_ += bytesOf(figure);
  return figureJson(figure);
}

void PagePictures::addWhole() {
  json_["map"] = Json::object();
  for (const MapValue value : kMapValues)
    if (const auto figure = mapFigure(profile_, report_.lines, value))
      json_["map"][std::string(mapValueId(value))] = counted(*figure);
  const auto memory = memoryFigure(report_);
  json_["memory"] = memory ? counted(*memory) : Json(nullptr);
}

void PagePictures::addFindings() {
  json_["findings"] = Json::array();
  for (std::size_t i = 0; i < std::min(report_.findings.size(), limits_.findings); ++i)
    if (isFull())
      ++left_out_;
    else
      json_["findings"].push_back(findingJson(report_.findings[i]));
}

Json PagePictures::findingJson(const Finding &finding) {
  const std::vector<RankedLine> lines = finding_lines_.of(finding);
  Json json;
  json["layouts"] = layoutsJson(finding, bytes_);
  json["transfers"] = transfersJson(lines);
  const auto flame = flameFigure(profile_, lines);
  json["flame"] = flame ? counted(*flame) : Json(nullptr);
  return json;
}

void PagePictures::addLines() {
  json_["lines"] = Json::object();
  for (std::size_t i = 0; i < std::min(report_.lines.size(), limits_.lines); ++i) {
    const RankedLine &ranked = report_.lines[i];
    if (ranked.line->accesses.empty())
      continue;
    if (isFull())
      ++left_out_;
    else
      json_["lines"][std::to_string(ranked.rank)] = lineJson(ranked);
  }
}

Json PagePictures::lineJson(const RankedLine &ranked) {
  const Line &line = *ranked.line;
  Json json;
  json["thread"] = counted(stripFigure(profile_, names_, line, HeatRows::Threads));
  json["cpu"] = counted(stripFigure(profile_, names_, line, HeatRows::Cpus));
  if (const auto timeline = timelineFigure(profile_, names_, line))
    json["time"] = counted(*timeline);
  json["transfers"] = transfersJson({ranked});
  return json;
}

Json PagePictures::transfersJson(const std::vector<RankedLine> &lines) {
  const Transfers transfers = transfersOn(lines);
  Json json = Json::object();
  for (const MachinePart part : kMachineParts)
    if (const auto figure = transferFigure(profile_, transfers, part)) {
      json[std::string(machinePartId(part))] = counted(*figure);
      json[std::string(machinePartId(part))]["words"] = machinePartWords(part);
    }
  return json;
}

} // namespace fsfind::report
