// Where a watch's metrics and alarms go: a file, HTTP, a command.
#include "cli/watch/AlarmEffects.h"
#include "cli/watch/Exports.h"
#include "cli/watch/ListenSocket.h"
#include "cli/watch/Listener.h"
#include "cli/watch/MetricsFile.h"
#include "tests/support/TemporaryFolder.h"

#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <nlohmann/json.hpp>
#include <poll.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace fsfind::watch {
namespace watchExportsTest {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

std::uint16_t portOf(const std::string &address) {
  return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
}

/// A client of a port of the loopback.
int connected(std::uint16_t port) {
  const int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  EXPECT_EQ(connect(client, reinterpret_cast<sockaddr *>(&address), sizeof(address)), 0);
  return client;
}

/// Sends text to a port of the loopback, and returns all of the answer.
std::string answerTo(std::uint16_t port, const std::string &text) {
  const int client = connected(port);
  std::string answer;
  if (send(client, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size())) {
    std::array<char, 4096> buffer{};
    ssize_t count = 0;
    while ((count = recv(client, buffer.data(), buffer.size(), 0)) > 0)
      answer.append(buffer.data(), static_cast<std::size_t>(count));
  }
  close(client);
  return answer;
}

class WatchListener : public testing::Test {
protected:
  void SetUp() override {
    auto opened = listenOn("0");
    ASSERT_TRUE(opened) << opened.error().message();
    listener = std::move(*opened);
    listener->publish({"classic 1\n", "open 1\n# EOF\n"});
  }
  std::string request(const std::string &text) const {
    return answerTo(portOf(listener->address()), text);
  }
  static std::string get(const std::string &path, const std::string &headers = "") {
    return "GET " + path + " HTTP/1.1\r\nHost: x\r\n" + headers + "\r\n";
  }

  std::unique_ptr<Listener> listener;
};

TEST_F(WatchListener, ServesWhatTheClientAccepts) {
  const std::string classic = request(get("/metrics"));
  EXPECT_THAT(classic, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(classic, HasSubstr("text/plain; version=0.0.4"));
  EXPECT_THAT(classic, testing::EndsWith("\r\n\r\nclassic 1\n"));
  const std::string open =
      request(get("/metrics", "Accept: application/openmetrics-text;version=1.0.0,*/*;q=0.1\r\n"));
  EXPECT_THAT(open, HasSubstr("application/openmetrics-text; version=1.0.0"));
  EXPECT_THAT(open, testing::EndsWith("# EOF\n"));
  EXPECT_THAT(request(get("/metrics", "Accept: text/plain;q=0.1\r\n"
                                      "accept: application/openmetrics-text\r\n")),
              testing::EndsWith("# EOF\n"))
      << "all headers count";
  listener->publish({"classic 2\n", ""});
  EXPECT_THAT(request(get("/metrics")), testing::EndsWith("classic 2\n"));
}

TEST_F(WatchListener, HeadHasNoBody) {
  const std::string head = request("HEAD /metrics HTTP/1.1\r\nHost: x\r\n\r\n");
  EXPECT_THAT(head, StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(head, HasSubstr("Content-Length: 10\r\n"));
  EXPECT_THAT(head, Not(HasSubstr("classic")));
}

TEST_F(WatchListener, RefusesEverythingElse) {
  EXPECT_THAT(request(get("/")), StartsWith("HTTP/1.1 404 "));
  EXPECT_THAT(request(get("/metrics/../../etc/passwd")), StartsWith("HTTP/1.1 404 "));
  const std::string post =
      request("POST /metrics HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody");
  EXPECT_THAT(post, StartsWith("HTTP/1.1 405 "));
  EXPECT_THAT(post, HasSubstr("Allow: GET, HEAD\r\n"));
  EXPECT_THAT(request("GET /metrics HTTP/1.1\r\n\r\n"), HasSubstr(" 400 ")) << "no host";
  EXPECT_THAT(request("nonsense\r\n\r\n"), Not(HasSubstr(" 200 ")));
}

TEST_F(WatchListener, RequestsAreBounded) {
  const std::string huge(2 * Listener::kMostRequest, 'x');
  EXPECT_THAT(request(get("/metrics", "X: " + huge + "\r\n")), Not(HasSubstr("classic")));
  EXPECT_THAT(request(get("/" + huge)), Not(HasSubstr("classic")));
  EXPECT_THAT(request(get("/metrics")), HasSubstr("classic")) << "it still serves";
}

TEST_F(WatchListener, ClientsThatSayNothingDoNotKeepOthersOut) {
  const int silent = connected(portOf(listener->address()));
  EXPECT_THAT(request(get("/metrics")), HasSubstr("classic"));
  close(silent);
}

TEST_F(WatchListener, ServesOthersWhenManyHaveGone) {
  std::vector<int> silent;
  for (unsigned i = 0; i < Listener::kMostClients + 4; ++i)
    silent.push_back(connected(portOf(listener->address())));
  for (const int client : silent)
    close(client);
  EXPECT_THAT(request(get("/metrics")), HasSubstr("classic"));
}

TEST_F(WatchListener, PortsInUseAreTold) {
  const auto second = listenOn(std::to_string(portOf(listener->address())));
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message(), HasSubstr("Address already in use"));
}

TEST(WatchListenAddress, IsTheLoopbackUnlessWrittenOut) {
  for (const std::string address : {"0", ":0", "127.0.0.1:0"}) {
    const auto socket = openListenSocket(address);
    ASSERT_TRUE(socket) << socket.error().message();
    EXPECT_THAT(socket->address, StartsWith("127.0.0.1:")) << address;
    close(socket->descriptor);
  }
  const auto all = openListenSocket("0.0.0.0:0");
  ASSERT_TRUE(all);
  EXPECT_THAT(all->address, StartsWith("0.0.0.0:"));
  close(all->descriptor);
  for (const std::string bad : {"", "x", "-1", "65536", "127.0.0.1", "127.0.0.1:", "::1:80",
                                "nowhere.invalid:80", "192.0.2.1:80", "[::1"})
    EXPECT_FALSE(openListenSocket(bad)) << bad;
}

TEST(WatchListenAccept, OpenMetricsIsForThoseWhoNameIt) {
  EXPECT_TRUE(prefersOpenMetrics("application/openmetrics-text"));
  EXPECT_TRUE(prefersOpenMetrics("text/plain;q=0.5, application/openmetrics-text ; q=0.75"));
  EXPECT_FALSE(prefersOpenMetrics("application/openmetrics-text;q=0.5,text/plain"));
  EXPECT_FALSE(prefersOpenMetrics("application/openmetrics-text;q=0"));
  EXPECT_TRUE(prefersOpenMetrics("Application/OpenMetrics-Text; Q=0.9,text/plain;q=0.5"));
  EXPECT_FALSE(prefersOpenMetrics("application/openmetrics-text;Q=0.5,Text/Plain"));
  EXPECT_FALSE(prefersOpenMetrics("*/*"));
  EXPECT_FALSE(prefersOpenMetrics(",;,q=;"));
}

TEST(WatchMetricsFile, IsWholeAndReplaced) {
  const test::TemporaryFolder folder;
  const std::string path = folder.pathOf("fsfind.prom");
  {
    const auto file = MetricsFile::open(path);
    ASSERT_TRUE(file) << file.error().message();
    ASSERT_TRUE(file->write("first\n"));
    ASSERT_TRUE(file->write("second\n"));
  }
  std::string text;
  std::getline(std::ifstream(path), text);
  EXPECT_EQ(text, "second");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1)
      << "nothing is left behind";
}

TEST(WatchMetricsFile, IsOneWatchs) {
  const test::TemporaryFolder folder;
  const std::string path = folder.pathOf("fsfind.prom");
  {
    const auto first = MetricsFile::open(path);
    ASSERT_TRUE(first);
    const auto second = MetricsFile::open(path);
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().message(), HasSubstr("another fsfind watch writes this file"));
    EXPECT_FALSE(MetricsFile::open(path)) << "the refused one has not taken the lock away";
    fs::create_symlink("fsfind.prom", folder.pathOf("link.prom"));
    ASSERT_TRUE(first->write("first\n"));
    EXPECT_FALSE(MetricsFile::open(folder.pathOf("link.prom"))) << "by another name";
  }
  EXPECT_TRUE(MetricsFile::open(path)) << "the first has ended";
}

TEST(WatchMetricsFile, RefusesWhatTheCollectorWouldNotRead) {
  const test::TemporaryFolder folder;
  EXPECT_FALSE(MetricsFile::open(folder.pathOf("fsfind.txt")));
  EXPECT_FALSE(MetricsFile::open(folder.pathOf("nowhere/fsfind.prom")));
}

TEST(WatchExports, AFullDiskIsToldOnce) {
  const test::TemporaryFolder folder;
  fs::create_symlink("/dev/full", folder.pathOf("full.prom"));
  auto exports = Exports::open(folder.pathOf("full.prom"), "", 0);
  ASSERT_TRUE(exports) << exports.error().message();
  report::WatchReport report;
  report.step = 1;
  EXPECT_THAT(exports->update(report), HasSubstr("No space left on device"));
  EXPECT_EQ(exports->update(report), "") << "it is no news";
}

TEST(WatchAlarmCommand, NamesAreNotReadByTheShell) {
  const test::TemporaryFolder folder;
  report::WatchReport report;
  report.events = {{{AlarmKind::New, 0}, true, "$(touch " + folder.pathOf("bad") + ")`'\"\n;", 5}};
  AlarmEffects effects;
  effects.command = "printf %s \"$FSFIND_OBJECT\" >'" + folder.pathOf("object") + "'";
  const EffectsResult result = cause(effects, report);
  EXPECT_THAT(result.problems, testing::IsEmpty());
  EXPECT_FALSE(fs::exists(folder.pathOf("bad")));
  std::string text;
  std::getline(std::ifstream(folder.pathOf("object")), text, '\0');
  EXPECT_EQ(text, "$(touch " + folder.pathOf("bad") + ")`'\"?;");
}

TEST(WatchAlarmCommand, ARequestToEndLeavesOutTheRest) {
  const test::TemporaryFolder folder;
  report::WatchReport report;
  report.events = {{{AlarmKind::Hitm, 0.05}, true, "", 0.1}, {{AlarmKind::New, 0}, true, "x", 5}};
  AlarmEffects effects;
  effects.command = "echo >>'" + folder.pathOf("run") + "'; kill -TERM $PPID; sleep 100";
  const EffectsResult result = cause(effects, report);
  EXPECT_EQ(result.interrupted_by, SIGTERM);
  EXPECT_THAT(result.problems, testing::IsEmpty());
  EXPECT_EQ(fs::file_size(folder.pathOf("run")), 1) << "of two alarms only the first";
}

TEST(WatchAlarmCommand, IsToldTheSameAsJson) {
  const test::TemporaryFolder folder;
  report::WatchReport report;
  report.events = {{{AlarmKind::Hitm, 0.05}, true, "", 0.1},
                   {{AlarmKind::New, 0}, true, std::string(1'000'000, 'x'), 5}};
  AlarmEffects effects;
  effects.command = "printf '%s|' \"$FSFIND_JSON\" >>'" + folder.pathOf("told") + "'";
  EXPECT_THAT(cause(effects, report).problems, testing::IsEmpty());
  std::string text;
  std::getline(std::ifstream(folder.pathOf("told")), text, '\0');
  const std::size_t end = text.find('|');
  const nlohmann::json told = nlohmann::json::parse(text.substr(0, end));
  EXPECT_EQ(told.at("alarm"), "hitm");
  EXPECT_EQ(told.at("state"), "raised");
  EXPECT_EQ(text.substr(end), "||") << "what is too long for a variable is left out";
}

TEST(WatchAlarmCommand, FailuresAreTold) {
  report::WatchReport report;
  report.events = {{{AlarmKind::Hitm, 0.05}, true, "", 0.1}};
  AlarmEffects effects;
  effects.command = "exit 3";
  EXPECT_THAT(cause(effects, report).problems, testing::ElementsAre(HasSubstr("exit code 3")));
}

} // namespace watchExportsTest
} // namespace fsfind::watch
