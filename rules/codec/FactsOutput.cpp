#include "rules/codec/FactsOutput.h"

#include "rules/codec/FactsFormat.h"

#include <cerrno>
#include <unistd.h>
#include <utility>

namespace fsfind {

bool FactsOutputInMemory::begin() {
  bytes_.assign(kFactsHeaderSize, '\0');
  return true;
}

bool FactsOutputInMemory::append(std::string_view bytes) {
  bytes_ += bytes;
  return true;
}

bool FactsOutputInMemory::end(std::string_view header) {
  bytes_.replace(0, header.size(), header);
  return true;
}

FactsOutputFile::~FactsOutputFile() {
  if (file_ == nullptr)
    return;
  const int error = errno; // the failure's, not that of closing
  std::fclose(file_);
  errno = error;
}

bool FactsOutputFile::begin() {
  if (file_ == nullptr || std::fseek(file_, 0, SEEK_SET) != 0)
    return false;
  return ::ftruncate(::fileno(file_), 0) == 0 && append(std::string(kFactsHeaderSize, '\0'));
}

bool FactsOutputFile::append(std::string_view bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), file_) == bytes.size();
}

/// A full disk may show only when the file is closed.
bool FactsOutputFile::end(std::string_view header) {
  return std::fseek(file_, 0, SEEK_SET) == 0 && append(header) &&
         std::fclose(std::exchange(file_, nullptr)) == 0;
}

} // namespace fsfind
