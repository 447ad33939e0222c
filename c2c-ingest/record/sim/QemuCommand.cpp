#include "c2c-ingest/record/sim/QemuCommand.h"

#include <algorithm>
#include <fstream>
#include <utility>

namespace fsfind::record::sim {
namespace {

constexpr std::string_view kName = "-0", kPlugin = "-plugin", kCarried = ",clock=";

} // namespace

QemuCommand::QemuCommand(std::vector<std::string> words) {
  std::size_t next = 0;
  if (!words.empty())
    options_.push_back(words[next++]);
  for (; next + 1 < words.size() && words[next].starts_with('-'); next += 2) {
    if (words[next] == "--") {
      ++next;
      break;
    }
    if (words[next] != kName)
      options_.insert(options_.end(), {words[next], words[next + 1]});
  }
  if (next < words.size())
    program_ = std::move(words[next]);
}

QemuCommand QemuCommand::own() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(file, word, '\0');)
    words.push_back(word);
  return QemuCommand(std::move(words));
}

/// A comma within a value is doubled, since commas separate the options of QEMU's lists.
std::vector<std::string> QemuCommand::pluginList() const {
  const auto option = std::find(options_.begin(), options_.end(), kPlugin);
  if (option == options_.end())
    return {};
  const std::string_view list = std::string_view(*(option + 1));
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == ',' && list.substr(i, 2) != ",,") {
      words.emplace_back();
      continue;
    }
    i += list[i] == ',' ? 1 : 0;
    words.back() += list[i];
  }
  return words;
}

std::string QemuCommand::plugin() const {
  constexpr std::string_view kFile = "file=";
  const std::vector<std::string> list = pluginList();
  return list.empty() || !list[0].starts_with(kFile) ? "" : list[0].substr(kFile.size());
}

std::vector<std::string> QemuCommand::settings() const {
  std::vector<std::string> list = pluginList();
  std::erase_if(list, [](const std::string &word) {
    return word.starts_with("file=") || word.starts_with("clock=") ||
           word.starts_with("descriptor=");
  });
  return list;
}

std::vector<std::string> QemuCommand::running(const std::string &program,
                                              const std::vector<std::string> &arguments,
                                              std::string_view carried) const {
  std::vector<std::string> result = options_;
  for (std::size_t i = 2; i < result.size(); i += 2)
    if (result[i - 1] == kPlugin)
      result[i] = result[i].substr(0, result[i].rfind(kCarried)).append(carried);
  const bool named = !arguments.empty();
  result.insert(result.end(), {std::string(kName), named ? arguments[0] : "", "--", program});
  if (named)
    result.insert(result.end(), arguments.begin() + 1, arguments.end());
  return result;
}

} // namespace fsfind::record::sim
