#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace fsfind::test {

/// A folder that goes with the test.
class TemporaryFolder {
public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "fsfind-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) != nullptr)
      path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }
  TemporaryFolder(const TemporaryFolder &) = delete;
  TemporaryFolder &operator=(const TemporaryFolder &) = delete;

  [[nodiscard]] std::string path() const { return path_.string(); }
  [[nodiscard]] std::string pathOf(const std::string &name) const {
    return (path_ / name).string();
  }

  /// Writes a file, and the folders above it.
  std::string write(const std::string &name, const std::string &text) const {
    const std::filesystem::path file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
    return file.string();
  }
  /// The same, and makes it executable: a shell script.
  std::string writeProgram(const std::string &name, const std::string &body) const {
    std::string file = write(name, "#!/bin/sh\n" + body + "\n");
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
    return file;
  }

private:
  std::filesystem::path path_;
};

} // namespace fsfind::test
