#include "c2c-ingest/debuginfo/LocationExpression.h"

#include "c2c-ingest/debuginfo/ListCursor.h"

#include <optional>

namespace fsfind::debuginfo {

namespace {

/// A signed LEB128 number.
std::int64_t sleb(ListCursor &cursor) {
  std::uint64_t value = 0;
  unsigned shift = 0;
  std::uint64_t byte = 0;
  do {
    byte = cursor.fixed(1);
    if (shift < 64)
      value |= (byte & 0x7f) << shift;
    shift += 7;
  } while ((byte & 0x80) != 0 && !cursor.atEnd());
  if (shift < 64 && (byte & 0x40) != 0)
    value |= ~std::uint64_t{0} << shift;
  return static_cast<std::int64_t>(value);
}

/// What an operation leaves on DWARF's stack, or names as the location.
struct Term {
  enum class Base { Constant, InRegister, Register, Frame, Cfa, Entry, Address };
  Base base = Base::Constant;
  std::uint64_t reg = 0;
  std::int64_t offset = 0;
};

/// Evaluates one expression, up to the first operation that is not simple.
class Evaluation {
public:
  Evaluation(const ExpressionReader &reader, Bytes expression)
      : reader_(reader), cursor_{expression, 0, reader.unit.image->swapped()} {}

  /// Whether all operations were understood.
  bool run() {
    while (!cursor_.atEnd())
      if (!step(static_cast<unsigned>(cursor_.fixed(1))))
        return false;
    return true;
  }

  struct Piece {
    std::optional<Term> term;
    bool is_value = false;
    std::uint64_t size = 0; ///< 0 = the whole variable
  };
  std::vector<Piece> pieces() {
    if (pieces_.empty() && stack_.size() == 1)
      endPiece(0);
    return std::move(pieces_);
  }

private:
  using Base = Term::Base;

  bool step(unsigned op) {
    if (op >= DW_OP_reg0 && op <= DW_OP_reg31)
      return push({Base::InRegister, op - DW_OP_reg0, 0});
    if (op >= DW_OP_breg0 && op <= DW_OP_breg31)
      return push({Base::Register, op - DW_OP_breg0, sleb(cursor_)});
    if (op >= DW_OP_lit0 && op <= DW_OP_lit31)
      return push({Base::Constant, 0, static_cast<std::int64_t>(op - DW_OP_lit0)});
    switch (op) {
    case DW_OP_regx:
      return push({Base::InRegister, cursor_.uleb(), 0});
    case DW_OP_bregx: {
      const std::uint64_t reg = cursor_.uleb();
      return push({Base::Register, reg, sleb(cursor_)});
    }
    case DW_OP_fbreg:
      return push({Base::Frame, 0, sleb(cursor_)});
    case DW_OP_call_frame_cfa:
      return push({Base::Cfa, 0, 0});
    case DW_OP_addr:
      return push(address(cursor_.fixed(reader_.unit.address_size)));
    case DW_OP_addrx:
    case DW_OP_GNU_addr_index:
      return push(address(indexedAddress(reader_.unit, cursor_.uleb())));
    case DW_OP_entry_value:
    case DW_OP_GNU_entry_value:
      return entryValue();
    case DW_OP_stack_value:
      is_value_ = true;
      return stack_.size() == 1;
    case DW_OP_piece:
      endPiece(cursor_.uleb());
      return true;
    case DW_OP_nop:
      return true;
    default:
      return arithmetic(op);
    }
  }

  bool arithmetic(unsigned op) {
    switch (op) {
    case DW_OP_plus_uconst:
      return addConstant(static_cast<std::int64_t>(cursor_.uleb()));
    case DW_OP_plus:
    case DW_OP_minus: {
      if (stack_.size() < 2 || stack_.back().base != Base::Constant)
        return false;
      const std::int64_t by = stack_.back().offset;
      stack_.pop_back();
      return addConstant(op == DW_OP_plus ? by : negated(by));
    }
    case DW_OP_const1u:
      return push({Base::Constant, 0, static_cast<std::int64_t>(cursor_.fixed(1))});
    case DW_OP_const1s:
      return push({Base::Constant, 0, static_cast<std::int8_t>(cursor_.fixed(1))});
    case DW_OP_const2u:
      return push({Base::Constant, 0, static_cast<std::int64_t>(cursor_.fixed(2))});
    case DW_OP_const2s:
      return push({Base::Constant, 0, static_cast<std::int16_t>(cursor_.fixed(2))});
    case DW_OP_const4u:
      return push({Base::Constant, 0, static_cast<std::int64_t>(cursor_.fixed(4))});
    case DW_OP_const4s:
      return push({Base::Constant, 0, static_cast<std::int32_t>(cursor_.fixed(4))});
    case DW_OP_const8u:
    case DW_OP_const8s:
      return push({Base::Constant, 0, static_cast<std::int64_t>(cursor_.fixed(8))});
    case DW_OP_constu:
      return push({Base::Constant, 0, static_cast<std::int64_t>(cursor_.uleb())});
    case DW_OP_consts:
      return push({Base::Constant, 0, sleb(cursor_)});
    default:
      return false;
    }
  }

  static std::int64_t negated(std::int64_t value) {
    return static_cast<std::int64_t>(0 - static_cast<std::uint64_t>(value));
  }

  static Term address(std::uint64_t svma) {
    return {Base::Address, 0, static_cast<std::int64_t>(svma)};
  }

  bool push(const Term &term) {
    stack_.push_back(term);
    return stack_.size() <= 2;
  }

  bool addConstant(std::int64_t by) {
    if (stack_.empty() || stack_.back().base == Base::InRegister)
      return false;
    Term &term = stack_.back();
    term.offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(term.offset) +
                                            static_cast<std::uint64_t>(by));
    return true;
  }

  /// What one register held when the function was entered.
  bool entryValue() {
    const std::uint64_t length = cursor_.uleb();
    const Bytes inner = cursor_.block(length);
    constexpr std::size_t kLongestRegisterName = 4; // DW_OP_regx and a number
    if (inner.size() > kLongestRegisterName)
      return false;
    Evaluation evaluation(reader_, inner);
    if (!evaluation.run() || evaluation.stack_.size() != 1 ||
        evaluation.stack_.back().base != Base::InRegister)
      return false;
    return push({Base::Entry, evaluation.stack_.back().reg, 0});
  }

  void endPiece(std::uint64_t size) {
    Piece piece{std::nullopt, is_value_, size};
    if (stack_.size() == 1)
      piece.term = stack_.back();
    pieces_.push_back(piece);
    stack_.clear();
    is_value_ = false;
  }

  const ExpressionReader &reader_;
  ListCursor cursor_;
  std::vector<Term> stack_;
  bool is_value_ = false;
  std::vector<Piece> pieces_;
};

/// The location of a piece; none if it has none of VariableLocation's forms.
std::optional<VariableLocation> locationOf(const Evaluation::Piece &piece,
                                           unsigned general_registers) {
  using Kind = VariableLocation::Kind;
  if (!piece.term)
    return {};
  const Term &term = *piece.term;
  VariableLocation location;
  location.offset = term.offset;
  location.reg = static_cast<std::uint8_t>(term.reg);
  switch (term.base) {
  case Term::Base::Constant:
    return {};
  case Term::Base::InRegister:
    location.kind = Kind::InRegister;
    break;
  case Term::Base::Register:
    location.kind = piece.is_value ? Kind::ValueIs : Kind::AtRegister;
    break;
  case Term::Base::Frame:
    location.kind = piece.is_value ? Kind::FrameAddress : Kind::AtFrame;
    break;
  case Term::Base::Cfa:
    location.kind = piece.is_value ? Kind::CfaAddress : Kind::AtCfa;
    break;
  case Term::Base::Entry:
    location.kind = Kind::EntryValue;
    break;
  case Term::Base::Address:
    location.kind = piece.is_value ? Kind::StaticAddress : Kind::Static;
    break;
  }
  if (term.reg >= general_registers)
    return {};
  return location;
}

} // namespace

std::vector<VariableLocation> ExpressionReader::locations(Bytes expression) const {
  Evaluation evaluation(*this, expression);
  if (!evaluation.run())
    return {};
  std::vector<VariableLocation> found;
  std::uint64_t offset = 0;
  for (const Evaluation::Piece &piece : evaluation.pieces()) {
    if (auto location = locationOf(piece, general_registers)) {
      location->piece_offset = offset;
      location->piece_size = piece.size;
      found.push_back(*location);
    }
    offset += piece.size;
  }
  return found;
}

bool ExpressionReader::readFrameBase(Bytes expression, FunctionInfo &function) const {
  using Kind = VariableLocation::Kind;
  const std::vector<VariableLocation> base = locations(expression);
  if (base.size() != 1)
    return false;
  switch (base.front().kind) {
  case Kind::AtCfa:
  case Kind::CfaAddress:
    function.frame_base_is_cfa = true;
    return true;
  case Kind::InRegister:
  case Kind::AtRegister:
  case Kind::ValueIs:
    function.frame_base_is_cfa = false;
    function.frame_register = base.front().reg;
    function.frame_offset = base.front().offset;
    return true;
  default:
    return false;
  }
}

} // namespace fsfind::debuginfo
