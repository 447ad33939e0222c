#include "c2c-ingest/debuginfo/Module.h"

#include "c2c-ingest/debuginfo/CallFrames.h"
#include "c2c-ingest/debuginfo/DebugInfo.h"
#include "c2c-ingest/debuginfo/FileSearch.h"
#include "c2c-ingest/debuginfo/ImportedFunctions.h"

#include <algorithm>

#include <fmt/format.h>

namespace fsfind::debuginfo {

namespace {

bool holdsDebugInfo(const ElfFile &file) {
  return file.hasSection(".debug_info") || file.hasSection(".zdebug_info");
}

/// The directory in which `.build-id` lies, for users who gave `.build-id` itself.
std::string debugRootOf(std::string directory) {
  while (directory.size() > 1 && directory.back() == '/')
    directory.pop_back();
  return baseName(directory) == ".build-id" ? directoryOf(directory) : directory;
}

class ElfModule final : public Module {
public:
  ElfModule(std::unique_ptr<ElfFile> file, std::string recorded_path, SearchOptions search,
            std::vector<std::string> notes)
      : file_(std::move(file)), recorded_path_(std::move(recorded_path)),
        search_(std::move(search)), notes_(std::move(notes)) {}

  [[nodiscard]] std::optional<std::uint64_t> svmaOfFileOffset(std::uint64_t offset) const override;
  std::optional<FunctionSymbol> findFunction(std::uint64_t svma) override;
  std::vector<Frame> framesAt(std::uint64_t svma) override;
  std::vector<HandsOut> handedOutAt(std::uint64_t svma) override;
  std::optional<StaticData> findStaticData(std::uint64_t svma, std::uint64_t access_size) override;
  [[nodiscard]] std::uint16_t machine() const override { return file_->machine(); }
  [[nodiscard]] std::span<const std::byte> bytesAt(std::uint64_t svma,
                                                   std::uint64_t length) const override {
    return file_->loadedAt(svma, length);
  }
  [[nodiscard]] std::vector<AddressRange> codeSegments() const override;
  TypeTable *types() override;
  std::optional<FunctionInfo> functionInfo(std::uint64_t svma) override;
  std::optional<CallFrame> callFrame(std::uint64_t svma) override;
  std::optional<Signature> signatureAt(std::uint64_t svma) override;
  std::optional<TypedVariable> staticVariable(std::uint64_t svma) override;
  std::optional<TypedVariable> threadVariable(std::int64_t offset) override;
  RecordsFound recordsNamed(const std::string &name) override;
  [[nodiscard]] CompiledModule compiled() override;
  [[nodiscard]] std::vector<std::string> notes() const override;

private:
  void findDebugInfo();
  void openDebugInfo(ElfFile &holder);
  std::unique_ptr<DwarfImage> openAlternate(ElfFile &holder);
  const Symbols &symbols();
  DebugInfo *debugInfo();

  std::unique_ptr<ElfFile> file_, debug_file_, alternate_file_;
  std::string recorded_path_;
  SearchOptions search_;
  std::vector<std::string> notes_;
  bool searched_ = false;
  std::optional<Symbols> symbols_;
  std::optional<ImportedFunctions> imported_;
  std::optional<CallFrames> call_frames_;
  std::unique_ptr<DebugInfo> debug_info_;
};

/// Mappings are whole pages: the file's bytes behind a segment's end are mapped with it.
constexpr std::uint64_t kMappedPage = 4096;

std::optional<std::uint64_t> ElfModule::svmaOfFileOffset(std::uint64_t offset) const {
  const GElf_Phdr *nearest = nullptr; // a page may end one segment and begin the next
  for (const GElf_Phdr &segment : file_->segments()) {
    const std::uint64_t end = segment.p_offset + segment.p_filesz;
    const std::uint64_t slack = (kMappedPage - end % kMappedPage) % kMappedPage;
    if (segment.p_filesz != 0 && offset >= segment.p_offset &&
        offset - segment.p_offset < segment.p_filesz + slack &&
        (!nearest || segment.p_offset > nearest->p_offset))
      nearest = &segment;
  }
  if (!nearest)
    return {};
  return nearest->p_vaddr + (offset - nearest->p_offset);
}

void ElfModule::findDebugInfo() {
  if (std::exchange(searched_, true))
    return;
  if (!holdsDebugInfo(*file_))
    debug_file_ = findDebugFile(*file_, recorded_path_, search_);
  ElfFile &holder = debug_file_ ? *debug_file_ : *file_;
  if (holdsDebugInfo(holder)) {
    openDebugInfo(holder);
    return;
  }
  const BuildId id = file_->buildId();
  notes_.push_back(fmt::format(
      "{}: no debug info, so members and source lines cannot be named; build with -g, or install "
      "its debug package{}",
      file_->path(), id.empty() ? "" : fmt::format(" (build-id {})", toHex(id))));
}

std::unique_ptr<DwarfImage> ElfModule::openAlternate(ElfFile &holder) {
  const auto link = alternateLinkOf(holder);
  if (!link)
    return nullptr;
  alternate_file_ = findAlternateFile(*link, holder, search_);
  if (alternate_file_)
    return DwarfImage::compose(debugSectionsOf(*alternate_file_), alternate_file_->byteOrder());
  notes_.push_back(fmt::format(
      "{}: its common debug file {} (build-id {}) was not found, so some names are missing; "
      "install it with the debug package, or give its directory with --debug-dir",
      holder.path(), link->name, toHex(link->build_id)));
  return nullptr;
}

void ElfModule::openDebugInfo(ElfFile &holder) {
  auto image = DwarfImage::compose(debugSectionsOf(holder), holder.byteOrder());
  if (image) {
    std::vector<std::string> binaries = {file_->path()};
    for (const std::string &path : {recorded_path_, holder.path()})
      if (std::find(binaries.begin(), binaries.end(), path) == binaries.end())
        binaries.push_back(path);
    auto info =
        std::make_unique<DebugInfo>(std::move(image), openAlternate(holder),
                                    SplitUnits(std::move(binaries), search_), *file_, symbols());
    if (info->hasUnits())
      debug_info_ = std::move(info);
  }
  if (!debug_info_ && holder.notes().empty())
    notes_.push_back(fmt::format("{}: its debug info cannot be read, the sections are corrupt or "
                                 "of an unknown kind; rebuild with -g",
                                 holder.path()));
}

const Symbols &ElfModule::symbols() {
  findDebugInfo();
  if (!symbols_) {
    std::vector<ElfFile *> files = {file_.get()};
    if (debug_file_)
      files.push_back(debug_file_.get());
    symbols_.emplace(files);
  }
  return *symbols_;
}

DebugInfo *ElfModule::debugInfo() {
  findDebugInfo();
  return debug_info_.get();
}

std::optional<FunctionSymbol> ElfModule::findFunction(std::uint64_t svma) {
  return symbols().functionAt(svma);
}

std::vector<Frame> ElfModule::framesAt(std::uint64_t svma) {
  DebugInfo *info = debugInfo();
  return info ? info->framesAt(svma) : std::vector<Frame>();
}

std::vector<HandsOut> ElfModule::handedOutAt(std::uint64_t svma) {
  DebugInfo *info = debugInfo();
  return info ? info->handedOutAt(svma) : std::vector<HandsOut>();
}

std::optional<StaticData> ElfModule::findStaticData(std::uint64_t svma, std::uint64_t access_size) {
  if (DebugInfo *info = debugInfo())
    if (auto data = info->findStaticData(svma, access_size))
      return data;
  const auto symbol = symbols().objectAt(svma);
  if (!symbol)
    return {};
  StaticData data;
  data.object.kind = ObjectKind::Global;
  data.object.name = symbol->name;
  data.object.address = symbol->start;
  data.object.size = symbol->size;
  return data;
}

RecordsFound ElfModule::recordsNamed(const std::string &name) {
  DebugInfo *info = debugInfo();
  RecordsFound found = info ? info->recordsNamed(name) : RecordsFound();
  for (TypeLayout &layout : found.layouts)
    layout.module = recorded_path_;
  return found;
}

std::vector<AddressRange> ElfModule::codeSegments() const {
  std::vector<AddressRange> segments;
  for (const GElf_Phdr &segment : file_->segments())
    if ((segment.p_flags & PF_X) != 0)
      segments.push_back({segment.p_vaddr, segment.p_vaddr + segment.p_filesz});
  return segments;
}

TypeTable *ElfModule::types() {
  DebugInfo *info = debugInfo();
  return info ? &info->types() : nullptr;
}

std::optional<FunctionInfo> ElfModule::functionInfo(std::uint64_t svma) {
  DebugInfo *info = debugInfo();
  if (auto known = info ? info->functions().at(svma) : std::nullopt)
    return known;
  const auto symbol = symbols().functionAt(svma);
  if (!symbol || symbol->size == 0)
    return {};
  FunctionInfo function;
  function.name = symbol->name;
  function.entry = symbol->start;
  function.code = {{symbol->start, symbol->start + symbol->size}};
  return function;
}

std::optional<CallFrame> ElfModule::callFrame(std::uint64_t svma) {
  if (!call_frames_)
    call_frames_.emplace(*file_);
  return call_frames_->at(svma);
}

std::optional<Signature> ElfModule::signatureAt(std::uint64_t svma) {
  DebugInfo *info = debugInfo();
  if (auto known = info ? info->functions().signatureAt(svma) : std::nullopt)
    return known;
  if (const auto symbol = symbols().functionAt(svma); symbol && symbol->start == svma)
    return Signature{symbol->name, {}, {}, false};
  if (!imported_)
    imported_.emplace(*file_);
  auto name = imported_->behindStub(file_->loadedAt(svma, ImportedFunctions::kStubBytes), svma);
  return name ? std::optional(Signature{std::move(*name), {}, {}, false}) : std::nullopt;
}

std::optional<TypedVariable> ElfModule::staticVariable(std::uint64_t svma) {
  DebugInfo *info = debugInfo();
  return info ? info->staticVariable(svma) : std::nullopt;
}

std::optional<TypedVariable> ElfModule::threadVariable(std::int64_t offset) {
  DebugInfo *info = debugInfo();
  const auto block = file_->threadLocalBlock();
  if (!info || !block)
    return {};
  const std::uint64_t align = std::max<std::uint64_t>(block->p_align, 1);
  const auto rounded = [&](std::uint64_t value) { return (value + align - 1) / align * align; };
  // On x86-64 the block ends at the thread pointer; on AArch64 it follows two words that lie there.
  constexpr std::uint64_t kThreadControlBlock = 16;
  const std::uint64_t begin =
      file_->machine() == EM_AARCH64 ? rounded(kThreadControlBlock) : 0 - rounded(block->p_memsz);
  const std::uint64_t within = static_cast<std::uint64_t>(offset) - begin;
  return within < block->p_memsz ? info->threadVariable(within) : std::nullopt;
}

CompiledModule ElfModule::compiled() {
  CompiledModule module;
  module.path = recorded_path_;
  module.target = file_->machine() == EM_AARCH64  ? "aarch64-linux-gnu"
                  : file_->machine() == EM_X86_64 ? "x86_64-linux-gnu"
                                                  : "";
  DebugInfo *info = debugInfo();
  module.debug_info = info != nullptr;
  if (info)
    info->addUnits(module);
  return module;
}

std::vector<std::string> ElfModule::notes() const {
  std::vector<std::string> all = notes_;
  for (const ElfFile *file : {file_.get(), debug_file_.get(), alternate_file_.get()})
    if (file)
      for (std::string &note : file->notes())
        all.push_back(std::move(note));
  if (debug_info_)
    for (std::string &note : debug_info_->notes())
      all.push_back(std::move(note));
  return all;
}

} // namespace

Expected<std::unique_ptr<Module>> Module::open(const std::string &path,
                                               const std::vector<std::uint8_t> &build_id,
                                               const SearchOptions &search) {
  std::vector<std::string> notes;
  SearchOptions places = search;
  for (std::string &directory : places.debug_dirs)
    directory = debugRootOf(std::move(directory));
  FSFIND_TRY(std::unique_ptr<ElfFile> file, findModuleFile(path, build_id, places, notes));
  return std::unique_ptr<Module>(
      new ElfModule(std::move(file), path, std::move(places), std::move(notes)));
}

} // namespace fsfind::debuginfo
