#include "rules/merge/FactIdentity.h"

namespace fsfind {
namespace {

class Identify {
public:
  explicit Identify(const Facts &facts) : facts_(facts) {}

  FactIdentities all() {
    for (const FactFile &file : facts_.files)
      known_.files.push_back(identityOf(known_, scratch_, file.path));
    for (const FactRecord &record : facts_.records)
      known_.records.push_back(of(record));
    for (const FactVariable &variable : facts_.variables)
      known_.variables.push_back(ofDefined(variable));
    for (const FactFunction &function : facts_.functions)
      known_.functions.push_back(ofDefined(function));
    known_.types.resize(facts_.types.size());
    done_.resize(facts_.types.size());
    for (std::size_t at = 0; at < facts_.types.size(); ++at)
      chain(at);
    return std::move(known_);
  }

private:
  FactIdentity of(const FactRecord &record) {
    if (!isComplete(record))
      return identityOf(known_, scratch_, record.key);
    std::uint64_t layout = record.is_union;
    for (const FactMember &member : record.members) {
      const FactIdentity one =
          identityOf(known_, scratch_, layout, member.name, member.offset, member.size);
      layout = one.low;
    }
    return identityOf(known_, scratch_, record.key, record.place, record.size, record.align,
                      layout);
  }

  template <class T> FactIdentity ofDefined(const T &entity) {
    return entity.defined ? identityOf(known_, scratch_, entity.key, entity.place)
                          : identityOf(known_, scratch_, entity.key);
  }

  /// Identifies the type and those it is made of. An element's identity must be known before that
  /// of the array or pointer type.
  void chain(std::size_t at) {
    for (;; at = facts_.types[at].element->value()) {
      if (done_[at])
        break;
      chain_.push_back(at);
      if (!facts_.types[at].element)
        break;
    }
    for (; !chain_.empty(); chain_.pop_back()) {
      known_.types[chain_.back()] = identityOf(known_, scratch_, facts_.types[chain_.back()]);
      done_[chain_.back()] = true;
    }
  }

  const Facts &facts_;
  FactIdentities known_;
  std::vector<bool> done_;
  std::vector<std::size_t> chain_;
  std::string scratch_;
};

} // namespace

FactIdentities identitiesOf(const Facts &facts) {
  return Identify(facts).all();
}

} // namespace fsfind
