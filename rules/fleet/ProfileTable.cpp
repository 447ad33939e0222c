#include "rules/fleet/ProfileTable.h"

#include "rules/codec/Words.h"
#include "rules/fleet/RecordingId.h"
#include "rules/measured/usage/Identity.h"
#include "rules/model/AuthorFrame.h"
#include "rules/model/DisplayName.h"
#include "rules/model/Fingerprint.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace fsfind::fleet {

namespace {

/// What a count of a data row is of one access.
struct AccessCount {
  Field field;
  std::uint64_t (*of)(const Access &access);
};

constexpr AccessCount kCounts[] = {
    {Field::Samples, [](const Access &access) { return access.count; }},
    {Field::Loads,
     [](const Access &access) { return access.kind == AccessKind::Load ? access.count : 0; }},
    {Field::Stores,
     [](const Access &access) { return access.kind == AccessKind::Store ? access.count : 0; }},
    {Field::StoreMisses, [](const Access &access) { return access.l1_miss; }},
    {Field::Contended, [](const Access &access) { return access.contended; }},
    {Field::LocalHitm, [](const Access &access) { return access.lcl_hitm; }},
    {Field::RemoteHitm, [](const Access &access) { return access.rmt_hitm; }},
    {Field::LocalPeer, [](const Access &access) { return access.lcl_peer; }},
    {Field::RemotePeer, [](const Access &access) { return access.rmt_peer; }},
    {Field::LocalDram, [](const Access &access) { return access.local_dram; }},
    {Field::RemoteDram, [](const Access &access) { return access.remote_dram; }},
    {Field::Latency, [](const Access &access) { return access.latency; }},
    {Field::ContendedLatency, [](const Access &access) { return access.hitm_latency; }},
    {Field::Cost, [](const Access &access) { return access.cost; }},
    {Field::ContendedCost, [](const Access &access) { return access.contended_cost; }},
};
constexpr std::size_t kCountCount = std::size(kCounts);

/// The texts by which data rows are told apart, in the order of their columns.
constexpr Field kDatumTexts[] = {Field::Module,  Field::BuildId,      Field::Object,   Field::Type,
                                 Field::Member,  Field::DeclaredFile, Field::Function, Field::File,
                                 Field::Sharing, Field::Rule,         Field::Finding};
using DatumTexts = std::array<std::string, std::size(kDatumTexts)>;

struct Datum {
  DatumTexts texts;
  std::uint32_t declared_line = 0, line = 0;
  auto operator<=>(const Datum &) const = default;
};

struct Measured {
  std::array<std::uint64_t, kCountCount> counts{};
  double cost_squares = 0, contended_squares = 0;
};

/// What lies at an address, and what touches it there.
struct TargetTexts {
  std::string object, type, member, declared_file;
  std::uint32_t declared_line = 0;
};
struct SiteTexts {
  std::string module, build_id, function, file;
  std::uint32_t line = 0;
};

/// What is concluded of a line.
struct LineTexts {
  std::string sharing, rule, finding;
};

std::string_view vendorWord(Vendor vendor) {
  switch (vendor) {
  case Vendor::Intel:
    return "Intel";
  case Vendor::Amd:
    return "AMD";
  case Vendor::Arm:
    return "Arm";
  case Vendor::Power:
    return "Power";
  case Vendor::Unknown:
    break;
  }
  return "";
}

std::uint64_t samplesOf(const Profile &profile, SampleClass first, SampleClass last) {
  return std::accumulate(profile.classes + static_cast<std::size_t>(first),
                         profile.classes + static_cast<std::size_t>(last) + 1, std::uint64_t{0});
}

std::uint64_t contendedSamples(const Profile &profile) {
  return samplesOf(profile, SampleClass::LoadLocalHitm, SampleClass::LoadRemotePeer);
}

/// The name without what differs between elements, or between builds of other lines.
std::string lastingPath(const std::string &path) {
  std::string name = pathWithoutIndices(path);
  return name.starts_with('.') ? name.substr(1) : name;
}

/// Bytes that are not UTF-8 become U+FFFD, as in JSON.
std::string validUtf8(std::string_view text) {
  const bool ascii = std::all_of(text.begin(), text.end(), [](char c) {
    constexpr unsigned char kFirstBeyond = 0x80;
    return static_cast<unsigned char>(c) < kFirstBeyond;
  });
  if (ascii)
    return std::string(text);
  const auto replace = nlohmann::json::error_handler_t::replace;
  return nlohmann::json::parse(nlohmann::json(text).dump(-1, ' ', false, replace));
}

/// Makes the rows of one recording.
class Rows {
public:
  Rows(const RecordingToShare &recording, Redaction &redaction)
      : recording_(recording), profile_(recording.profile), redaction_(redaction),
        table_(kProfileColumns), id_(recordingId(profile_)), labels_(labelsText()),
        targets_(profile_.targets.size()), sites_(profile_.sites.size()) {}

  Table table() {
    addTotals();
    gatherLines();
    for (const Line *line : recording_.report.contended)
      for (const Access &access : line->accesses)
        add(*line, access);
    for (const auto &[datum, measured] : data_)
      addDatum(datum, measured);
    table_.finish();
    return std::move(table_);
  }

private:
  void set(Field field, std::string_view text) { table_.set(column(field), validUtf8(text)); }
  void set(Field field, std::uint64_t count) { table_.set(column(field), count); }
  void set(Field field, double number) { table_.set(column(field), number); }

  [[nodiscard]] std::string labelsText() const {
    return recording_.labels.others.empty()
               ? ""
               : nlohmann::json(recording_.labels.others)
                     .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  }

  void beginRow(std::string_view kind) {
    const Source &source = profile_.source;
    const KeptSecrets &kept = redaction_.kept();
    table_.addRows(1);
    set(Field::Recording, id_);
    set(Field::Time, recording_.time);
    set(Field::Service, recording_.labels.service);
    set(Field::Release, recording_.labels.release);
    set(Field::Labels, labels_);
    set(Field::Host, kept.hosts ? source.hostname : hostPseudonym(source.hostname));
    if (kept.commands)
      set(Field::Command, fmt::format("{}", fmt::join(source.command_line, " ")));
    set(Field::MeasuredBy, source.by_clock    ? "clock"
                           : source.simulated ? "simulation"
                                              : "processor");
    set(Field::Arch, source.arch);
    set(Field::Vendor, vendorWord(profile_.vendor));
    set(Field::CpuModel, source.cpu_description);
    set(Field::CpuId, recording_.origins.cpu_id);
    set(Field::Kernel, source.os_release);
    set(Field::Kind, kind);
  }

  void addTotals() {
    const Source &source = profile_.source;
    beginRow(kRecordingRow);
    set(Field::Recordings, std::uint64_t{1});
    set(Field::TotalSamples, profile_.samples);
    set(Field::TotalLoads, samplesOf(profile_, SampleClass::LoadL1, SampleClass::LoadUnknown));
    set(Field::TotalStores,
        samplesOf(profile_, SampleClass::StoreL1Hit, SampleClass::StoreUnknown));
    set(Field::TotalContended, contendedSamples(profile_));
    set(Field::NamedSamples, recording_.report.named_samples);
    set(Field::LostSamples, source.lost_samples);
    set(Field::EstimatedLoads, profile_.estimated_loads);
    set(Field::EstimatedStores, profile_.estimated_stores);
    set(Field::TotalCost, profile_.cost);
    set(Field::CpuCycles, profile_.cpu_cycles);
    const std::uint64_t first = source.first_time.value_or(0), last = source.last_time.value_or(0);
    set(Field::Duration, last > first ? last - first : 0);
  }

  /// Of several findings on a line, the first by rank.
  void gatherLines() {
    for (const RankedLine &ranked : recording_.report.lines)
      if (ranked.sharing)
        lines_[ranked.line->address].sharing = word(*ranked.sharing);
    const std::vector<Finding> &findings = recording_.report.findings;
    const std::vector<std::string> prints = fingerprints(findings);
    for (std::size_t i = 0; i < findings.size(); ++i) {
      if (findings[i].sharing == Sharing::FirstTouch)
        continue; // about pages
      for (const std::uint64_t address : findings[i].lines) {
        LineTexts &texts = lines_[address];
        if (texts.finding.empty())
          texts = {texts.sharing, findings[i].rule, prints[i]};
      }
    }
  }

  const TargetTexts &of(TargetIndex index) {
    std::optional<TargetTexts> &known = targets_[index.value()];
    if (!known) {
      const Target &target = profile_.target(index);
      const Place &place =
          target.member_declared.known() ? target.member_declared : target.object.declared;
      known = TargetTexts{redaction_.text(lastingPath(lastingName(displayName(target.object)))),
                          redaction_.text(target.record ? target.record->name : target.object.type),
                          redaction_.text(lastingPath(target.member)), redaction_.file(place.file),
                          place.line};
    }
    return *known;
  }

  const SiteTexts &of(SiteIndex index) {
    std::optional<SiteTexts> &known = sites_[index.value()];
    if (!known) {
      const Site &site = profile_.site(index);
      const Frame *frame = authorFrame(site);
      const auto build = recording_.origins.build_ids.find(site.module);
      known =
          SiteTexts{redaction_.module(site.module),
                    build == recording_.origins.build_ids.end() ? "" : build->second,
                    redaction_.text(frame ? frame->function : site.symbol),
                    frame ? redaction_.file(frame->place.file) : "", frame ? frame->place.line : 0};
    }
    return *known;
  }

  void add(const Line &line, const Access &access) {
    const TargetTexts &target = of(access.target);
    const SiteTexts &site = of(access.site);
    const LineTexts &concluded = lines_[line.address];
    Measured &measured = data_[{{site.module, site.build_id, target.object, target.type,
                                 target.member, target.declared_file, site.function, site.file,
                                 concluded.sharing, concluded.rule, concluded.finding},
                                target.declared_line,
                                site.line}];
    for (std::size_t i = 0; i < kCountCount; ++i)
      measured.counts[i] += kCounts[i].of(access);
    // The variance of a sum of samples: squares of their weights, scattered as the bursts are.
    const double scatter = scatterIn(profile_.source);
    measured.cost_squares += scatter * access.cost_squares;
    measured.contended_squares += scatter * access.contended_squares;
  }

  void addDatum(const Datum &datum, const Measured &measured) {
    beginRow(kDataRow);
    for (std::size_t i = 0; i < std::size(kDatumTexts); ++i)
      set(kDatumTexts[i], datum.texts[i]);
    set(Field::DeclaredLine, std::uint64_t{datum.declared_line});
    set(Field::Line, std::uint64_t{datum.line});
    for (std::size_t i = 0; i < kCountCount; ++i)
      set(kCounts[i].field, measured.counts[i]);
    set(Field::CostSquares, measured.cost_squares);
    set(Field::ContendedSquares, measured.contended_squares);
  }

  const RecordingToShare &recording_;
  const Profile &profile_;
  Redaction &redaction_;
  Table table_;
  std::string id_, labels_;
  std::unordered_map<std::uint64_t, LineTexts> lines_; ///< by address
  std::vector<std::optional<TargetTexts>> targets_;
  std::vector<std::optional<SiteTexts>> sites_;
  std::map<Datum, Measured> data_;
};

} // namespace

Table profileTable(const RecordingToShare &recording, Redaction &redaction) {
  return Rows(recording, redaction).table();
}

} // namespace fsfind::fleet
