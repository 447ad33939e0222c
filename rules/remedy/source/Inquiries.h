#pragma once

#include "rules/model/Facts.h"
#include "rules/program/Roles.h"
#include "rules/remedy/source/Grouped.h"
#include "rules/remedy/source/SeenAccesses.h"

#include <map>
#include <optional>
#include <set>

namespace fsfind {

/// An answer that is found when it is first asked for.
template <class Answer> class Once {
public:
  template <class Find> const Answer &operator()(const Find &find) {
    if (!answer_)
      answer_ = find();
    return *answer_;
  }

private:
  std::optional<Answer> answer_;
};

/// The same, by what is asked about.
template <class Key, class Answer> class OnceFor {
public:
  template <class Find> const Answer &operator()(const Key &key, const Find &find) {
    const auto known = answers_.find(key);
    return known != answers_.end() ? known->second : answers_.emplace(key, find()).first->second;
  }

private:
  std::map<Key, Answer> answers_;
};

/// What a function draws by adding to numbers that threads share, and what it does with it.
struct TicketUse {
  std::set<FactPlace> numbers;
  bool chooses_alone = false; ///< data that all threads choose by tickets
};

/// Functions that handle exceptions.
struct Catchers {
  std::size_t anywhere = 0; ///< how many may have any function among those they call
  std::map<RoleIndex, std::size_t> in_role;
};

/// What many findings ask of a program and its threads.
struct Inquiries {
  OnceFor<FactPlace, bool> kept; ///< see Gathering.cpp
  OnceFor<FunctionIndex, TicketUse> tickets;
  Once<std::set<FactPlace>> chosen_otherwise; ///< than by tickets
  Once<std::set<RecordIndex>> given_to_unread;
  Once<Catchers> catchers;
  Once<Grouped<FactPlace, SeenAccess>> free_lists; ///< see PoolPerThread.cpp
};

} // namespace fsfind
