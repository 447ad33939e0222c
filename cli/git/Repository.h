#pragma once

#include "c2c-ingest/base/TemporaryFolder.h"
#include "cli/git/Survey.h"
#include "cli/git/Whereabouts.h"
#include "rules/model/Expected.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

/// The one way to ask git about a checkout, which may be a stranger's.
namespace fsfind::git {

/// What git printed, however long.
struct Printed {
  bool succeeded = false;
  std::string text;
};

/// How git makes the text of a file in the folder of what it keeps, line ends apart.
struct Conversion {
  std::string ident, encoding; ///< values of attributes; empty: git does nothing
  std::string filter;          ///< the name of one of the user's own
  bool operator==(const Conversion &) const = default;
};

/// Whether git is to look at the files of a checkout, or at its index and objects alone.
enum class Files : std::uint8_t { Read, Unread };

/// For what git is asked once: strangers can have it search for years, as by `.gitignore`.
inline constexpr std::chrono::seconds kMostTime{60};

/// A repository of which git compares and lists files without running what its configuration names:
/// filters, monitors, hooks, drivers of differences, helpers of transports and so on. For that git
/// gets, in place of the repository's folder, another one that leads to the same objects and the
/// same index, with a configuration that has nothing but a few plain values of the repository's.
/// The user's own configuration counts, and so does what git demands of the owner of a repository
/// (safe.directory). Objects that a partial clone lacks are not fetched, and nothing is written.
///
/// The git folder must be the checkout's own, with all that it leads to, or be named by the user in
/// GIT_DIR: else files of another repository could be told. Nor must there be anything on which git
/// hangs. A signal that asks fsfind to end ends git at once: then all functions fail, and if the
/// caller holds EndRequests, the signal stays pending. So do all that take longer than `most_time`.
class Repository {
public:
  /// The repository that git finds for `folder`, which is absolute, or by GIT_DIR and the like, as
  /// it has them in a hook. Fails without git, and outside of a repository.
  [[nodiscard]] static Expected<Repository> of(const std::string &folder, Files files = Files::Read,
                                               std::chrono::seconds most_time = kMostTime);

  /// The top folder of its files, absolute.
  [[nodiscard]] const std::string &root() const { return root_; }

  /// The commit that a revision names.
  [[nodiscard]] Expected<std::string> commitOf(const std::string &revision,
                                               const Error &otherwise) const;
  /// Runs a command of git in `folder` (empty: the root).
  [[nodiscard]] Expected<Printed> printed(const std::vector<std::string> &words,
                                          const std::string &folder = {}) const;
  /// The same for output of one line; fails with `otherwise` if git does.
  [[nodiscard]] Expected<std::string> line(const std::vector<std::string> &words,
                                           const Error &otherwise) const;

  /// How files are converted, by their paths in the repository, by what `.gitattributes` say in a
  /// tree; in the folder, if it is empty. Files that are not have no entry.
  [[nodiscard]] Expected<std::map<std::string, Conversion>>
  conversions(const std::vector<std::string> &paths, const std::string &tree = {}) const;

private:
  Repository(std::string program, TemporaryFolder place, std::chrono::seconds most_time)
      : program_(std::move(program)), place_(std::move(place)), most_time_(most_time) {}

  [[nodiscard]] Expected<Printed> run(const std::string &folder,
                                      const std::vector<std::string> &words,
                                      const std::vector<std::string> &variables) const;
  /// What git prints that goes by the configuration of the repository: it looks at no file of the
  /// checkout.
  [[nodiscard]] Expected<Printed> told(const std::string &folder,
                                       const std::vector<std::string> &words) const;
  [[nodiscard]] Expected<void> findRoot(const std::string &folder);
  /// What git says with `rev-parse OPTION`: a path of `folder`.
  [[nodiscard]] Expected<std::string> placeOf(const std::string &folder, const char *option) const;
  /// What the configuration in `file` has for keys that match, without its includes.
  [[nodiscard]] Expected<std::vector<std::string>> settings(const std::string &file,
                                                            const char *keys) const;
  /// Fails if git would hang on a file that the configuration includes.
  [[nodiscard]] Expected<void> checkIncludes(const Whereabouts &place) const;
  /// Fails unless one of the places is where git finds the repository, and that is the checkout's.
  [[nodiscard]] Expected<void> checkOwn(const std::string &folder,
                                        const std::vector<Whereabouts> &places,
                                        const Survey &survey) const;
  [[nodiscard]] Expected<bool> leadsBack(const Whereabouts &place) const;
  [[nodiscard]] Expected<std::string> pathOf(const std::string &folder, const char *name) const;
  [[nodiscard]] Expected<void> replaceFolder(const std::string &folder);
  [[nodiscard]] Expected<std::string> configuration(const std::string &folder) const;
  [[nodiscard]] std::string complaint() const;

  std::string program_;
  TemporaryFolder place_; ///< has the replaced folder, and what git printed
  std::chrono::seconds most_time_;
  std::string root_;
  std::vector<std::string> variables_; ///< that lead git to the replaced folder
};

} // namespace fsfind::git
