// What reports call threads.
#include "rules/model/ThreadNames.h"

#include <gtest/gtest.h>

namespace fsfind {
namespace threadNamesTest {

Profile profileOf(std::vector<Thread> threads) {
  Profile profile;
  profile.source.command_line = {"perf", "record", "/opt/a_program_of_long_name"};
  profile.threads = std::move(threads);
  return profile;
}

std::vector<std::string> namesOf(const Profile &profile) {
  const ThreadNames names(profile);
  std::vector<std::string> all;
  for (std::uint32_t i = 0; i < profile.threads.size(); ++i)
    all.push_back(names.of(ThreadIndex(i)));
  return all;
}

TEST(ThreadNames, AreNumberedWhereSeveralHaveTheSame) {
  EXPECT_EQ(namesOf(profileOf(
                {{7, 12, "worker"}, {7, 9, "worker"}, {7, 10, "writer"}, {7, 11, "worker"}})),
            (std::vector<std::string>{"worker #3", "worker #1", "writer", "worker #2"}));
}

TEST(ThreadNames, AreIdsWhereTheNameIsTheProgramsOrNone) {
  EXPECT_EQ(namesOf(profileOf({{7, 7, "a_program_of_lo"}, {7, 8, "a_program_of_lo"}, {7, 9, ""}})),
            (std::vector<std::string>{"main thread", "thread 8", "thread 9"}));
  EXPECT_EQ(namesOf(profileOf({{7, 7, "server"}, {7, 8, "server"}, {20, 20, "server"}})),
            (std::vector<std::string>{"thread 7", "thread 8", "thread 20"}))
      << "of several processes";
}

TEST(ThreadNames, OfASystemsProgramsAreKnownByTheirFiles) {
  Profile profile = profileOf({{7, 8, "nginx"}, {7, 9, "nginx"}, {7, 10, "io"}});
  profile.sites.emplace_back().module = "/usr/sbin/nginx";
  EXPECT_EQ(namesOf(profile), (std::vector<std::string>{"thread 8", "thread 9", "io"}));
}

TEST(ThreadNames, TellFunctionsWithoutWhatMakesThemLong) {
  EXPECT_EQ(namesOf(profileOf({{7, 8, "main::{lambda#1}"},
                               {7, 9, "main::{lambda#2}"},
                               {7, 10, "(anonymous namespace)::Pool<int, std::less<int> >::run"},
                               {7, 11, "app::run<app::start(int)::{lambda#3}>"}})),
            (std::vector<std::string>{"main::{lambda} #1", "main::{lambda} #2", "Pool::run",
                                      "app::run"}));
}

TEST(ThreadNames, OfThreadsWithoutOneOfTheirOwnAreFunctions) {
  EXPECT_EQ(
      namesOf(profileOf({{7, 7, "server"}, {7, 8, "server", "app::fill"}, {7, 9, "io", "run"}})),
      (std::vector<std::string>{"main thread", "app::fill", "io"}));
}

TEST(ThreadNames, StandForIdsInAdvice) {
  Finding finding;
  Advice advice;
  advice.why = "'a' is written by thread 8, 'b' by thread 81 and thread 9";
  advice.before = {{"a", 0, 8, {"thread 8"}}};
  finding.advice = {advice};
  std::vector<Finding> findings = {finding};
  ThreadNames(profileOf({{7, 8, "fill"}, {7, 9, "drain"}})).tell(findings);
  const Advice &told = findings[0].advice[0];
  EXPECT_EQ(told.why, "'a' is written by fill, 'b' by thread 81 and drain");
  EXPECT_EQ(told.before[0].writers, std::vector<std::string>{"fill"});
}

} // namespace threadNamesTest
} // namespace fsfind
