#pragma once

namespace fsfind::record {

/// While this object lives, programs that the calling thread starts get the same addresses each
/// time (ADDR_NO_RANDOMIZE of personality(2)), where the system permits that.
class FixedAddresses {
public:
  FixedAddresses();
  ~FixedAddresses();
  FixedAddresses(const FixedAddresses &) = delete;
  FixedAddresses &operator=(const FixedAddresses &) = delete;

private:
  int before_;
};

} // namespace fsfind::record
