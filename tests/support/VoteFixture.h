#pragma once

#include "c2c-ingest/objects/Vote.h"
#include "tests/support/FakeTypes.h"

#include <deque>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <map>

namespace fsfind::test {

using objects::Datum;
using objects::SiteView;
using objects::TypeNumber;
using objects::VoteResult;
using typing::Hypothesis;

inline constexpr std::uint64_t kHeap = 0x5555'0000'1000;

/// SiteViews made by hand, at addresses named in the order of their first mention.
class VoteTest : public testing::Test {
protected:
  struct View {
    TypeNumber type;
    std::int64_t offset = 0;
    std::uint64_t step = 0;
    Hypothesis::Root root = Hypothesis::Root::Pointer;
    std::string variable = {}, function = {};
    bool escapes = true; ///< of a variable in a frame
  };

  std::uint32_t datum(std::uint64_t address) {
    const auto [place, fresh] = data_of_.try_emplace(address, data_.size());
    if (fresh)
      data_.push_back({address, 1, ObjectKind::Heap});
    return place->second;
  }

  /// One site that touches `address` and has these views of it.
  void sees(std::uint64_t address, const std::vector<View> &views, std::uint64_t samples = 100,
            bool verified = true) {
    const std::uint32_t where = datum(address);
    data_[where].samples += samples;
    for (const View &view : views) {
      Hypothesis hypothesis;
      hypothesis.root = view.root;
      hypothesis.offset = view.offset;
      hypothesis.step = view.step;
      hypothesis.size = 8;
      hypothesis.variable = view.variable;
      hypothesis.function = view.function;
      hypothesis.escapes = view.escapes;
      if (!view.variable.empty())
        hypothesis.declared = {"/src/main.cpp", 7, 3};
      hypotheses_.push_back(hypothesis);
      site_views_.push_back(
          {where, observations_, samples, view.type, &hypotheses_.back(), verified});
    }
    ++observations_;
  }

  VoteResult result() { return vote(data_, site_views_, types_); }
  Target at(std::uint64_t address) { return result().targets[datum(address)]; }
  /// `type.member@base`, with `[index]` of an element; `-` where nothing is known.
  std::string named(std::uint64_t address) {
    const Target target = at(address);
    if (target.evidence == Evidence::None)
      return "-";
    const Object &object = target.object;
    return (object.name.empty() ? object.type : object.name) +
           (object.index ? fmt::format("[{}]", *object.index) : "") +
           (target.member.empty() ? "" : "." + target.member) +
           fmt::format("@{:#x}", object.address - kHeap);
  }

  FakeTypes types_;
  TypeNumber long_ = types_.scalar("long", 8);
  TypeNumber int_ = types_.scalar("int", 4);
  TypeNumber double_ = types_.scalar("double", 8);
  TypeNumber char_ = types_.scalar("char", 1);
  TypeNumber atomic_ = types_.library("std::atomic<long>", 8, {{"_M_i", 0, long_}});
  TypeNumber counter_ = types_.record("Counter", 16, {{"hits", 0, atomic_}, {"misses", 8, long_}});
  TypeNumber queue_ = types_.record("Queue", 64,
                                    {{"head", 0, atomic_},
                                     {"tail", 8, atomic_},
                                     {"stats", 16, counter_},
                                     {"lanes", 32, types_.array(long_, 4)}});

  std::vector<Datum> data_;
  std::vector<SiteView> site_views_;
  std::deque<Hypothesis> hypotheses_;
  std::map<std::uint64_t, std::uint32_t> data_of_;
  std::uint32_t observations_ = 0;
};

} // namespace fsfind::test
