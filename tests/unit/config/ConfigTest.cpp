// The configuration file: what its text means, what is refused and where, which file counts.
#include "analyzer/config/Config.h"
#include "analyzer/knowledge/Knowledge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

namespace fsfind::analyzer {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

namespace configTest {

const std::string kFile = "/project/.fsfind.yaml";

std::vector<std::string> textsOf(const std::vector<ConfigValue> &values) {
  std::vector<std::string> texts;
  for (const ConfigValue &value : values)
    texts.push_back(value.text);
  return texts;
}

std::vector<ConfigValue> valuesOf(const std::string &text, std::string_view key,
                                  std::uint32_t command = kCheck) {
  auto read = parseConfig(text, kFile);
  EXPECT_TRUE(read) << read.error().message();
  return read ? valuesFor({{kFile}, std::move(read->settings)}, *configKey(key), command)
              : std::vector<ConfigValue>();
}

std::string errorOf(const std::string &text) {
  const auto read = parseConfig(text, kFile);
  return read ? "is taken: " + text : read.error().message();
}

/// An empty folder that is removed at the end.
class Folder {
public:
  Folder() {
    std::string pattern =
        (std::filesystem::temp_directory_path() / "fsfind-config-XXXXXX").string();
    path_ = std::filesystem::canonical(mkdtemp(pattern.data()));
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder &) = delete;
  Folder &operator=(const Folder &) = delete;

  [[nodiscard]] std::string path(const std::string &below) const { return path_ / below; }
  void make(const std::string &folder) const {
    std::filesystem::create_directories(path_ / folder);
  }
  void write(const std::string &file, const std::string &text) const {
    make(std::filesystem::path(file).parent_path());
    std::ofstream(path_ / file) << text;
  }

private:
  std::filesystem::path path_;
};

TEST(ConfigText, ValuesHavePlaces) {
  const auto values =
      valuesOf("# ours\nline-size: 128\nexclude:\n  - third_party\n  - '*_gen.c'\n", "exclude");
  EXPECT_THAT(textsOf(values), ElementsAre("third_party", "*_gen.c"));
  EXPECT_EQ(values.at(1).place, (Place{kFile, 5, 5}));
  EXPECT_THAT(textsOf(valuesOf("debug-dir: /ns::Gate", "debug-dir", kReport)),
              ElementsAre("/ns::Gate"));
  EXPECT_THAT(textsOf(valuesOf("\xEF\xBB\xBFjobs: 2\r\nrules: [\"*\", -fsfind-x]\r\n", "rules")),
              ElementsAre("*", "-fsfind-x"));
}

TEST(ConfigText, PathsAreRelativeToTheFile) {
  EXPECT_THAT(textsOf(valuesOf("paths: [src, ../lib/./net, /abs]", "paths")),
              ElementsAre("/project/src", "/lib/net", "/abs"));
}

TEST(ConfigText, NamesAreLinesInABlockOrAList) {
  const auto block = valuesOf("names: |\n  # queues\n  starter Pool::run callable=2\n\n"
                              "  acquires enter  # a gate\n",
                              "names");
  EXPECT_THAT(textsOf(block), ElementsAre("starter Pool::run callable=2", "acquires enter"));
  EXPECT_EQ(block.at(1).place.line, 5U);
  EXPECT_THAT(textsOf(valuesOf("names: [ordinary add_job]", "names")),
              ElementsAre("ordinary add_job"));
  EXPECT_THAT(errorOf("names: |\n  # queues\n  starter run callable=x\n"),
              StartsWith(kFile + ":3:"));
}

TEST(ConfigText, ABlockIsAListForEveryKeyThatTakesOne) {
  EXPECT_THAT(
      textsOf(valuesOf("exclude: |\n  # generated\n  *_generated.cc\n\n  a#b\n", "exclude")),
      ElementsAre("*_generated.cc", "a#b"));
  EXPECT_THAT(textsOf(valuesOf("paths: |\n  src\n  lib\n", "paths")),
              ElementsAre("/project/src", "/project/lib"));
  EXPECT_THAT(textsOf(valuesOf("exclude: |-\n  a.c\n  b.c", "exclude")), ElementsAre("a.c", "b.c"));
  EXPECT_THAT(textsOf(valuesOf("exclude: \"a\\nb\\n\"", "exclude")), ElementsAre("a", "b"));
  EXPECT_THAT(textsOf(valuesOf("exclude: >\n  *.cc\n", "exclude")), ElementsAre("*.cc"));
  for (const char *text : {"build: |\n  out\n", "suppressions: \"a\\nb\""})
    EXPECT_THAT(errorOf(text), HasSubstr(": the value has a line break")) << text;
}

TEST(ConfigText, AnEmptyFileSaysNothing) {
  for (const char *text : {"", "\n", "# only this\n", "---\n", "---\n...\n"}) {
    const auto read = parseConfig(text, kFile);
    ASSERT_TRUE(read) << text << read.error().message();
    EXPECT_TRUE(read->settings.empty()) << text;
  }
}

TEST(ConfigText, SectionsAreForTheirCommand) {
  const std::string text = "report:\n  fail-on: confirmed\n  build: out\nfail-on: high\nbuild: b\n";
  const auto read = parseConfig(text, kFile);
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_THAT(textsOf(valuesOf("report: {exclude: a}\nexclude: b", "exclude", kCheck)),
              ElementsAre("b"));
  EXPECT_THAT(textsOf(valuesOf(text, "build", kReport)), ElementsAre("/project/out"));
  EXPECT_THAT(textsOf(valuesOf("build: b", "build", kReport)), ElementsAre());
}

TEST(ConfigText, SaysWhereAndWhatIsWrong) {
  const std::string long_text(std::size_t{1} << 19U, 'x');
  for (const auto &[text, words] : std::vector<std::pair<std::string, std::string>>{
           {"line-sise: 64", ":1:1: the key 'line-sise' is unknown; did you mean 'line-size'?"},
           {"a: 1\nqwertyuiop: 2", ":1:1: the key 'a' is unknown; known are inherit, "},
           {"reports: {jobs: 2}", "the key 'reports' is unknown; did you mean 'report'?"},
           {"\nline-size: 100", ":2:12: line-size: '100' is none of 16, 32, "},
           {"jobs: many", ":1:7: jobs: 'many' is no number from 0 to 1024"},
           {"jobs: -1", ":1:7: jobs: '-1' is no number"},
           {"inherit: yes", "'yes' is neither true nor false"},
           {"line-size: [64]", ":1:12: 'line-size' has one value, not a list"},
           {"line-size: {a: 1}", ":1:12: a value of 'line-size' is a word"},
           {"exclude: {a: 1}", ":1:10: a value of 'exclude' is a word"},
           {"exclude: [a, [b]]", ":1:14: a value of 'exclude' is a word"},
           {"exclude: []", ":1:1: 'exclude' has no value"},
           {"exclude: ['']", ":1:11: exclude: the value is empty"},
           {"exclude: \"a\\0b\"", "the value has a zero byte"},
           {"exclude:\njobs: 2", ":1:1: 'exclude' has no value"},
           {"jobs: 2\njobs: 3", ":2:1: 'jobs' is given twice; it is also in line 1"},
           {"names: ''", "the value is empty"},
           {"names: [starte run]", ":1:9: names: the kind 'starte' is unknown; did you mean"},
           {"names: 'starter \"b'", ":1:8: names: "},
           {"- a\n- b", ":1:1: keys are expected"},
           {"text", ":1:1: keys are expected"},
           {"? [a, b]\n: c", ": a key is expected"},
           {"report: high", ":1:9: keys are expected"},
           {"report: {paths: a, check: {}}", "'check' is a section in a section"},
           {"report: {inherit: true}", "'inherit' means nothing to this command"},
           {"layout: {rules: a}", "'rules' means nothing to this command"},
           {"jobs: 2\n\tjobs: 3", ":2:1: a tab indents the line; indent by blanks"},
           {"exclude: &a [x]", ":1:10: anchors and aliases are not read"},
           {"exclude: *a", "anchors and aliases are not read"},
           {"exclude: !!str a", "tags are not read"},
           {"exclude: [a", "is no YAML: "},
           {"exclude: 'a", "is no YAML: "},
           {"exclude: a: b", ":1:"},
           {"jobs: 2\n---\njobs: 3", ":2:1: a second document begins"},
           {"jobs: 2\n\x01", ":2:1: this is no text in UTF-8"},
           {std::string("jo\0bs: 2", 8), ":1:3: this is no text in UTF-8"},
           {"exclude: \xff\xfe", ":1:10: this is no text in UTF-8"},
           {"exclude: " + std::string(100'000, '['), ":1:11: a value of 'exclude' is a word"},
           {std::string(100'000, '['), ":1:1: keys are expected"},
           {std::string(100'000, '{'), ": a key is expected"},
           {"? " + std::string(100'000, '['), ": a key is expected"},
           {"exclude: " + long_text, "is larger than 256 KB"}})
    EXPECT_THAT(errorOf(text), AllOf(StartsWith(kFile + ":"), HasSubstr(words)))
        << text.substr(0, 40);
}

TEST(ConfigText, ManyValuesAreRefusedAndLongListsTaken) {
  std::string list = "exclude:\n";
  for (int i = 0; i < 10'000; ++i)
    list += "- a\n";
  EXPECT_EQ(valuesOf(list, "exclude").size(), 10'000U);
  EXPECT_THAT(errorOf(list + "- a\n"), HasSubstr("more than 10000 values"));
}

TEST(ConfigFiles, TheNearestCounts) {
  const Folder folder;
  folder.write(".fsfind.yaml", "jobs: 1");
  folder.make("a/b/c");
  EXPECT_EQ(findConfig(folder.path("a/b/c")).file, folder.path(".fsfind.yaml"));
  folder.write("a/.fsfind.yaml", "jobs: 2");
  EXPECT_EQ(findConfig(folder.path("a/b/c")).file, folder.path("a/.fsfind.yaml"));
}

TEST(ConfigFiles, TheSearchEndsAtTheRepositoryAndAtFoldersForEverybody) {
  const Folder folder;
  folder.write(".fsfind.yaml", "jobs: 1");
  folder.make("repository/.git");
  folder.make("repository/src");
  EXPECT_EQ(findConfig(folder.path("repository/src")).file, "");
  folder.write("repository/.fsfind.yaml", "inherit: true");
  EXPECT_EQ(findConfig(folder.path("repository/src")).file, folder.path("repository/.fsfind.yaml"));
  const auto read = readConfig(folder.path("repository/.fsfind.yaml"));
  ASSERT_TRUE(read) << read.error().message();
  EXPECT_EQ(read->files.size(), 1U) << "another project's file";

  folder.write("shared/.fsfind.yaml", "jobs: 1");
  folder.make("shared/mine");
  ASSERT_EQ(chmod(folder.path("shared").c_str(), 01777), 0);
  EXPECT_EQ(findConfig(folder.path("shared/mine")).file, "") << "anybody could have made the file";
}

/// Has another user own a file; false if only the superuser can.
bool giveAway(const std::string &path) {
  constexpr uid_t kNobody = 65534;
  return lchown(path.c_str(), kNobody, static_cast<gid_t>(-1)) == 0;
}

TEST(ConfigFiles, StrangersDoNotConfigureTheProjectsOfOthers) {
  const Folder folder;
  folder.write(".fsfind.yaml", "jobs: 1");
  folder.write("open/.fsfind.yaml", "jobs: 2");
  folder.write("open/mine/.fsfind.yaml", "inherit: true");
  folder.make("open/bare");
  if (!giveAway(folder.path("open/.fsfind.yaml")))
    GTEST_SKIP() << "only the superuser can give files away";
  const FoundConfig found = findConfig(folder.path("open/bare"));
  EXPECT_EQ(found.file, folder.path(".fsfind.yaml")) << "as if the other one were not there";
  ASSERT_EQ(found.strangers.size(), 1U);
  EXPECT_EQ(found.strangers[0].where, folder.path("open/.fsfind.yaml"));
  const auto inherited = readConfig(folder.path("open/mine/.fsfind.yaml"));
  ASSERT_TRUE(inherited);
  EXPECT_THAT(inherited->files,
              ElementsAre(folder.path("open/mine/.fsfind.yaml"), folder.path(".fsfind.yaml")));
  EXPECT_EQ(inherited->strangers.size(), 1U);
  EXPECT_EQ(readConfig(folder.path("open/.fsfind.yaml"))->files.size(), 1U) << "if it is named";

  std::filesystem::create_symlink("../.fsfind.yaml", folder.path("open/bare/.fsfind.yaml"));
  EXPECT_EQ(findConfig(folder.path("open/bare")).strangers.size(), 2U) << "the link is the user's";
}

TEST(ConfigFiles, WhoOwnsTheCheckoutConfiguresIt) {
  const Folder folder;
  folder.make("checkout/.git");
  folder.make("checkout/build");
  folder.write("checkout/.fsfind.yaml", "jobs: 1");
  if (!giveAway(folder.path("checkout")) || !giveAway(folder.path("checkout/.fsfind.yaml")))
    GTEST_SKIP() << "only the superuser can give files away";
  EXPECT_EQ(findConfig(folder.path("checkout/build")).file, folder.path("checkout/.fsfind.yaml"))
      << "as where CI runs as root";
  EXPECT_EQ(findConfig(folder.path("checkout")).file, folder.path("checkout/.fsfind.yaml"));
}

TEST(ConfigFiles, InheritedValuesCountLessAndAddUp) {
  const Folder folder;
  folder.write(".fsfind.yaml", "jobs: 1\nunit-timeout: 9\nexclude: [a]\nrules: [r]\n"
                               "report: {jobs: 3}\npaths: [p]\n");
  folder.write("sub/.fsfind.yaml", "inherit: true\njobs: 2\nexclude: [b]\nrules: [s]\n");
  const auto config = readConfig(folder.path("sub/.fsfind.yaml"));
  ASSERT_TRUE(config) << config.error().message();
  EXPECT_THAT(config->files,
              ElementsAre(folder.path("sub/.fsfind.yaml"), folder.path(".fsfind.yaml")));
  const auto values = [&](std::string_view key, std::uint32_t command) {
    return textsOf(valuesFor(*config, *configKey(key), command));
  };
  EXPECT_THAT(values("jobs", kCheck), ElementsAre("2"));
  EXPECT_THAT(values("jobs", kReport), ElementsAre("3")) << "a section counts more";
  EXPECT_THAT(values("unit-timeout", kCheck), ElementsAre("9"));
  EXPECT_THAT(values("exclude", kCheck), ElementsAre("a", "b"));
  EXPECT_THAT(values("rules", kCheck), ElementsAre("s"));
  EXPECT_THAT(values("paths", kCheck), ElementsAre(folder.path("p")));
}

TEST(ConfigFiles, WhatCannotBeReadIsAnError) {
  const Folder folder;
  folder.make("a/.fsfind.yaml");
  EXPECT_EQ(findConfig(folder.path("a")).file, folder.path("a/.fsfind.yaml"));
  const auto message = [](const std::string &file) {
    const auto read = readConfig(file);
    return read ? "is taken" : read.error().message();
  };
  EXPECT_THAT(message(folder.path("a/.fsfind.yaml")), HasSubstr("is a directory"));
  EXPECT_THAT(message(folder.path("none")), HasSubstr("No such file"));
  ASSERT_EQ(mkfifo(folder.path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(message(folder.path("pipe")), HasSubstr("is no regular file"));
  std::filesystem::create_symlink("nowhere", folder.path(".fsfind.yaml"));
  EXPECT_THAT(message(findConfig(folder.path(".")).file), HasSubstr("No such file"));
}

TEST(ConfigKeys, NamesBecomeKnowledge) {
  auto read = parseConfig("names: [starter launch, lock-type Gate, pause doze]", kFile);
  ASSERT_TRUE(read) << read.error().message();
  const auto known =
      Knowledge::extended(knowledgeIn({{}, std::move(read->settings)}, kCheck), "config");
  ASSERT_TRUE(known) << known.error().message();
  EXPECT_TRUE(known->of("launch")->starter);
  EXPECT_TRUE(known->of("Gate")->type);
  EXPECT_TRUE(known->of("doze")->wait);
}

TEST(ConfigFiles, ThatOneInheritsIsASetting) {
  const auto read = parseConfig("jobs: 2\ninherit: true\n", kFile);
  ASSERT_TRUE(read) << read.error().message();
  const auto values = valuesFor({{}, read->settings}, *configKey("inherit"), 0);
  EXPECT_THAT(textsOf(values), ElementsAre("true"));
  EXPECT_EQ(values.at(0).place.line, 2U);
}

TEST(ConfigKeys, DefaultsAreValuesOfTheirKeys) {
  for (const ConfigKey &key : configKeys()) {
    const std::string standard(key.standard);
    EXPECT_TRUE(standard.empty() || valueProblem(key, standard).empty()) << key.name;
  }
}

} // namespace configTest
} // namespace fsfind::analyzer
