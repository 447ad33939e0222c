#include "rules/codec/FactsFile.h"
#include "rules/codec/FactsFormat.h"
#include "rules/codec/FactsOutput.h"
#include "rules/codec/FactsStream.h"
#include "rules/codec/FactsWriter.h"
#include "rules/codec/Packer.h"
#include "rules/input/Unpacking.h"
#include "rules/model/PathObstacle.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <memory>
#include <optional>
#include <unistd.h>
#include <xxhash.h>

namespace fsfind {
namespace {

/// Content is compressed in pieces of so many bytes, so that the result depends on it alone.
constexpr std::size_t kPiece = std::size_t{1} << 20;

enum class Packing { Zstd, None };

/// What went wrong, beside the output's errno.
enum class Trouble { None, Output, Compression };

/// Sends content to an output, packed or as it is.
class Body {
public:
  Body(FactsOutput &output, Packing packing) : output_(output), hash_(XXH3_createState()) {
    if (packing == Packing::Zstd)
      packer_.emplace(Packer::Checksum::None);
    if (hash_)
      XXH3_64bits_reset(hash_.get());
    if (!hash_)
      trouble_ = Trouble::Compression;
    else if (!output.begin())
      trouble_ = Trouble::Output;
  }

  void put(std::string_view content, bool last) {
    content_size_ += content.size();
    if (!packer_)
      return send(content);
    if (trouble_ == Trouble::None &&
        !packer_->add(content, last, [this](std::string_view packed) { send(packed); }))
      trouble_ = Trouble::Compression;
  }

  /// Writes the header.
  void end(std::uint32_t version) {
    const std::string header = std::string(kFactsMagic) + littleEndian(version) +
                               littleEndian(content_size_) +
                               littleEndian(XXH3_64bits_digest(hash_.get()));
    if (trouble_ == Trouble::None && !output_.end(header))
      trouble_ = Trouble::Output;
  }

  [[nodiscard]] Trouble trouble() const { return trouble_; }
  /// Whether it is smaller than the content, and a reader would unpack it.
  [[nodiscard]] bool isWorthIt() const {
    return sent_ < content_size_ && content_size_ <= unpacking::kFacts.limit(sent_);
  }

private:
  struct Free {
    void operator()(XXH3_state_t *state) const { XXH3_freeState(state); }
  };

  void send(std::string_view bytes) {
    if (trouble_ != Trouble::None)
      return;
    XXH3_64bits_update(hash_.get(), bytes.data(), bytes.size());
    sent_ += bytes.size();
    if (!output_.append(bytes))
      trouble_ = Trouble::Output;
  }

  FactsOutput &output_;
  std::unique_ptr<XXH3_state_t, Free> hash_;
  std::optional<Packer> packer_; ///< none: the content is sent as it is
  std::uint64_t content_size_ = 0, sent_ = 0;
  Trouble trouble_ = Trouble::None;
};

/// Encodes facts, and hands on each piece of the content as soon as it is full.
class Encoder {
public:
  explicit Encoder(Body &body) : body_(body), writer_(content_, ByIndex()) {}

  void encode(const Facts &facts, const FunctionSource &functions) {
    eachTable(facts, [&](const auto &table) { writer_.number(sizeOf(table, functions)); });
    writer_(facts.units);
    eachTable(facts, [&](const auto &table) { encodeTable(table, functions); });
    writer_(facts.slots, facts.indexed, facts.untraced);
    writer_(facts.cacheline_constants, facts.c_files, facts.cplusplus_files, facts.compiler_files);
    writer_(facts.words.words(), facts.words.patterns(), facts.words.opposites());
    handOn();
    body_.put(content_, true);
  }

private:
  template <class T> static std::size_t sizeOf(const T &table, const FunctionSource &) {
    return table.size();
  }
  static std::size_t sizeOf(const std::vector<FactFunction> &, const FunctionSource &functions) {
    return functions.count;
  }

  template <class T> void encodeTable(const T &table, const FunctionSource &) {
    writer_.number(table.size());
    for (const auto &entry : table)
      encodeEntry(entry);
  }
  void encodeTable(const std::vector<FactFunction> &, const FunctionSource &functions) {
    writer_.number(functions.count);
    for (std::size_t at = 0; at < functions.count; ++at)
      encodeEntry(functions.at(at));
  }
  template <class T> void encodeEntry(const T &entry) {
    writer_(entry);
    handOn();
  }

  /// Hands on the pieces that are full.
  void handOn() {
    std::size_t begin = 0;
    for (; content_.size() - begin > kPiece; begin += kPiece)
      body_.put(std::string_view(content_).substr(begin, kPiece), false);
    content_.erase(0, begin);
  }

  struct ByIndex {
    void operator()(auto &self, std::string &, auto reference) const {
      self.number(reference.value());
    }
  };

  Body &body_;
  std::string content_;
  FactsWriter<ByIndex> writer_;
};

Trouble encodeInto(FactsOutput &output, const Facts &facts, const FunctionSource &functions) {
  for (const Packing packing : {Packing::Zstd, Packing::None}) {
    Body body(output, packing);
    if (body.trouble() == Trouble::None)
      Encoder(body).encode(facts, functions);
    if (packing == Packing::Zstd && body.trouble() == Trouble::None && !body.isWorthIt())
      continue;
    body.end(facts.version);
    return body.trouble();
  }
  return Trouble::None;
}

Error compressionError() {
  return {"facts", {}, "cannot be compressed", "free some memory"};
}

Error writeError(const std::string &path) {
  return {path,
          {},
          fmt::format("cannot be written: {}", std::strerror(errno)),
          "check the folder, its permissions and its free space"};
}

FunctionSource allOf(const Facts &facts) {
  return {facts.functions.size(),
          [&facts](std::size_t at) -> const FactFunction & { return facts.functions[at]; }};
}

Expected<std::string> encoded(const Facts &facts, const FunctionSource &functions) {
  FactsOutputInMemory output;
  if (encodeInto(output, facts, functions) != Trouble::None)
    return failure(compressionError());
  return std::move(output).take();
}

struct TemporaryOutput {
  std::string path;
  std::unique_ptr<FactsOutputFile> file; ///< is not open if it cannot be made
};

/// A new file; another name is tried where a process that was killed has left one.
TemporaryOutput temporaryBeside(const std::string &path) {
  constexpr int kTries = 100;
  TemporaryOutput output;
  for (int i = 0; i < kTries && (i == 0 || errno == EEXIST); ++i) {
    output.path = fmt::format("{}.{}.{}.partial", path, ::getpid(), i);
    output.file = std::make_unique<FactsOutputFile>(output.path);
    if (output.file->isOpen())
      break;
  }
  return output;
}

/// To a device or pipe, which cannot go back to the header, and which renaming would replace by a
/// file.
Expected<void> writeDirectly(const Facts &facts, const FunctionSource &functions,
                             const std::string &path) {
  FSFIND_TRY(const std::string bytes, encoded(facts, functions));
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (file == nullptr)
    return failure(writeError(path));
  const bool written = std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size();
  const int error = errno;
  const bool closed = std::fclose(file) == 0;
  if (written && closed)
    return {};
  if (!written)
    errno = error;
  return failure(writeError(path));
}

} // namespace

Expected<std::string> encodeFacts(const Facts &facts) {
  return encoded(facts, allOf(facts));
}

Expected<void> writeFacts(const Facts &facts, int descriptor) {
  FactsOutputFile output(descriptor);
  const Trouble trouble = encodeInto(output, facts, allOf(facts));
  if (trouble == Trouble::None)
    return {};
  return failure(trouble == Trouble::Compression ? compressionError() : writeError("the facts"));
}

Expected<void> writeFactsFile(const Facts &facts, const std::string &path) {
  return writeFactsFile(facts, allOf(facts), path);
}

Expected<void> writeFactsFile(const Facts &facts, const FunctionSource &functions,
                              const std::string &path) {
  std::error_code unknown;
  const auto status = std::filesystem::status(path, unknown);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    return writeDirectly(facts, functions, path);
  FSFIND_TRY(const std::string target, writtenFile(path));
  auto [temporary, output] = temporaryBeside(target);
  const bool made = output->isOpen();
  const Trouble trouble = encodeInto(*output, facts, functions);
  if (trouble == Trouble::None && std::rename(temporary.c_str(), target.c_str()) == 0)
    return {};
  const Error error = trouble == Trouble::Compression ? compressionError() : writeError(path);
  output.reset();
  if (made)
    (void)std::remove(temporary.c_str());
  return failure(error);
}

} // namespace fsfind
