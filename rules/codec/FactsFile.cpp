#include "rules/codec/FactsFile.h"

#include "rules/codec/FactsFormat.h"
#include "rules/codec/FactsReader.h"
#include "rules/codec/Soundness.h"
#include "rules/input/InputFile.h"
#include "rules/input/Unpacking.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <xxhash.h>
#include <zstd.h>

namespace fsfind {
namespace {

std::uint64_t numberIn(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 8; i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

Error damaged(const std::string &where, const char *what,
              std::optional<std::uint64_t> offset = {}) {
  return {where, offset, what, "write the facts file anew"};
}

Expected<void> checkHeader(std::string_view bytes, const std::string &where) {
  if (!bytes.starts_with(kFactsMagic.substr(0, std::min(bytes.size(), kFactsMagic.size()))) ||
      bytes.empty())
    return failure({where, {}, "is not a facts file", "give files that fsfind wrote"});
  if (bytes.size() < kFactsHeaderSize)
    return failure(damaged(where, "ends too early", bytes.size()));
  const std::uint64_t version = numberIn(bytes.substr(kFactsVersionAt));
  if (version != kFactsVersion)
    return failure({where,
                    {},
                    fmt::format("has facts of version {}, and this fsfind reads version {}",
                                version, kFactsVersion),
                    "write it anew with the same release of fsfind"});
  if (numberIn(bytes.substr(kFactsChecksumAt)) !=
      XXH3_64bits(bytes.data() + kFactsHeaderSize, bytes.size() - kFactsHeaderSize))
    return failure(
        damaged(where, "is truncated or damaged: its checksum is not that of its content"));
  return {};
}

Expected<std::string> unpacked(std::string_view bytes, const std::string &where) {
  const std::uint64_t size = numberIn(bytes.substr(kFactsSizeAt));
  const std::string_view body = bytes.substr(kFactsHeaderSize);
  if (size == body.size())
    return std::string(body);
  if (size > unpacking::kFacts.limit(body.size()))
    return failure(damaged(where, "is too large when unpacked", kFactsSizeAt));
  std::string content(size, '\0');
  if (ZSTD_decompress(content.data(), content.size(), body.data(), body.size()) != size)
    return failure(damaged(where, "cannot be unpacked", kFactsHeaderSize));
  return content;
}

/// False if one of them is no word.
bool readWords(FactsReader &reader, NameWords &words) {
  std::vector<NameWord> whole, patterns;
  std::vector<Opposites> opposites;
  reader(whole, patterns, opposites);
  const auto add = [&](const NameWord &one) { return words.add(one.text, one.kinds); };
  return std::all_of(whole.begin(), whole.end(), add) &&
         std::all_of(patterns.begin(), patterns.end(), add) &&
         std::all_of(opposites.begin(), opposites.end(), [&](const Opposites &pair) {
           return words.addOpposites(pair.one, pair.other);
         });
}

Expected<Facts> parsed(std::string_view content, const std::string &where) {
  Facts facts;
  FactsReader reader(content);
  FactCounts counts;
  for (std::size_t *count :
       {&counts.files, &counts.types, &counts.records, &counts.variables, &counts.functions})
    *count = reader.length();
  reader.setCounts(counts);
  reader(facts.units);
  eachTable(facts, [&](auto &table) { reader(table); });
  reader(facts.slots, facts.indexed, facts.untraced);
  reader(facts.cacheline_constants, facts.c_files, facts.cplusplus_files, facts.compiler_files);
  const bool known = readWords(reader, facts.words);
  const bool counted = counts.files == facts.files.size() && counts.types == facts.types.size() &&
                       counts.records == facts.records.size() &&
                       counts.variables == facts.variables.size() &&
                       counts.functions == facts.functions.size();
  if (reader.failed())
    return failure(damaged(where, reader.problem()));
  if (!known)
    return failure(damaged(where, "has words of names that are none"));
  if (!counted || !reader.atEnd())
    return failure(damaged(where, "has tables that are shorter or longer than it says"));
  return facts;
}

Expected<Facts> decoded(std::string content, const std::string &where) {
  FSFIND_TRY(Facts facts, parsed(content, where));
  std::string().swap(content);
  makeSound(facts);
  return facts;
}

} // namespace

Expected<Facts> decodeFacts(std::string_view bytes, const std::string &where) {
  FSFIND_CHECK(checkHeader(bytes, where));
  FSFIND_TRY(std::string content, unpacked(bytes, where));
  return decoded(std::move(content), where);
}

Expected<Facts> readFactsFile(const std::string &path) {
  FSFIND_TRY(std::string bytes, readInput(path, input::kFacts));
  FSFIND_CHECK(checkHeader(bytes, path));
  FSFIND_TRY(std::string content, unpacked(bytes, path));
  std::string().swap(bytes); // the facts need the memory
  return decoded(std::move(content), path);
}

} // namespace fsfind
