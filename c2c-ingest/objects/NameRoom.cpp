#include "c2c-ingest/objects/NameRoom.h"

#include "rules/model/NumberText.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

namespace fsfind::objects {

namespace {

std::vector<std::string *> namesOf(Site &site) {
  std::vector<std::string *> names = {&site.module, &site.symbol};
  for (Frame &frame : site.frames)
    names.insert(names.end(), {&frame.function, &frame.place.file});
  return names;
}

std::vector<std::string *> namesOf(Target &target) {
  Object &object = target.object;
  std::vector<std::string *> names = {&object.name,
                                      &object.type,
                                      &object.declared.file,
                                      &object.function,
                                      &object.allocated.function,
                                      &object.allocated.place.file,
                                      &object.holder,
                                      &target.member,
                                      &target.member_declared.file};
  if (target.record)
    names.insert(names.end(), {&target.record->name, &target.record->declared.file});
  return names;
}

std::size_t sizeOf(const std::vector<std::string *> &names) {
  return std::accumulate(
      names.begin(), names.end(), std::size_t{0},
      [](std::size_t sum, const std::string *name) { return sum + name->size(); });
}

void shorten(const std::vector<std::string *> &names) {
  for (std::string *name : names)
    if (name->size() > NameRoom::kShortened) {
      name->resize(NameRoom::kShortened);
      name->shrink_to_fit();
    }
}

} // namespace

bool NameRoom::take(std::size_t bytes) {
  if (bytes > left_) {
    ++shortened_;
    return false;
  }
  left_ -= bytes;
  return true;
}

void NameRoom::fit(Site &site) {
  if (take(sizeOf(namesOf(site))))
    return;
  // The innermost function and the machine's own.
  if (site.frames.size() > 2)
    site.frames = {site.frames.front(), site.frames.back()};
  shorten(namesOf(site));
}

void NameRoom::fit(Target &target) {
  if (!take(sizeOf(namesOf(target))))
    shorten(namesOf(target));
}

void NameRoom::note(Profile &profile) const {
  if (shortened_ != 0)
    profile.notes.push_back(
        {fmt::format("{} been cut to {} bytes, as all of them together are longer than {} MiB",
                     counted(shortened_, "access site's or object's name") +
                         (shortened_ == 1 ? " has" : " have"),
                     kShortened, kBytes >> 20U)});
}

} // namespace fsfind::objects
