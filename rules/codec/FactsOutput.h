#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace fsfind {

/// Where a facts file's bytes go, in order. Its header is known last. Functions return false if
/// writing fails; errno says why.
class FactsOutput {
public:
  FactsOutput() = default;
  FactsOutput(const FactsOutput &) = delete;
  FactsOutput &operator=(const FactsOutput &) = delete;
  virtual ~FactsOutput() = default;

  /// Forgets all bytes, and leaves room for the header.
  [[nodiscard]] virtual bool begin() = 0;
  [[nodiscard]] virtual bool append(std::string_view bytes) = 0;
  /// Writes the header, after all else.
  [[nodiscard]] virtual bool end(std::string_view header) = 0;
};

class FactsOutputInMemory : public FactsOutput {
public:
  bool begin() override;
  bool append(std::string_view bytes) override;
  bool end(std::string_view header) override;
  [[nodiscard]] std::string take() && { return std::move(bytes_); }

private:
  std::string bytes_;
};

/// A regular file that is made: what is there already, such as another's symbolic link, is an error
/// (EEXIST). It is closed by end(), or by the destructor.
class FactsOutputFile : public FactsOutput {
public:
  explicit FactsOutputFile(const std::string &path) : file_(std::fopen(path.c_str(), "wbx")) {}
  /// Of a descriptor that is open for writing.
  explicit FactsOutputFile(int descriptor) : file_(::fdopen(descriptor, "wb")) {}
  ~FactsOutputFile() override;
  [[nodiscard]] bool isOpen() const { return file_ != nullptr; }
  bool begin() override;
  bool append(std::string_view bytes) override;
  bool end(std::string_view header) override;

private:
  std::FILE *file_; ///< null = it could not be opened, or is closed
};

} // namespace fsfind
