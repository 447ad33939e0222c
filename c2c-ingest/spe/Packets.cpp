#include "c2c-ingest/spe/Packets.h"

#include <algorithm>

namespace fsfind::spe {
namespace {

constexpr unsigned kPaddingHeader = 0x00, kEndHeader = 0x01, kTimestampHeader = 0x71;

/// Headers of one byte, or the second of two, tell their kind in the bits of `mask`.
struct HeaderForm {
  unsigned mask, value;
  PacketKind kind;
  unsigned index_mask;
};
constexpr HeaderForm kShortForms[] = {
    {0xcf, 0x42, PacketKind::Events, 0},
    {0xcf, 0x43, PacketKind::DataSource, 0},
    {0xfc, 0x64, PacketKind::Context, 3},
    {0xfc, 0x48, PacketKind::Operation, 3},
};
/// These kinds have more indices than fit one byte.
constexpr HeaderForm kExtensibleForms[] = {
    {0xf8, 0xb0, PacketKind::Address, 7},
    {0xf8, 0x98, PacketKind::Counter, 7},
};

constexpr unsigned kExtendedMask = 0xfc, kExtendedHeader = 0x20;
constexpr unsigned kAlignmentHeader = 0x00; ///< behind an extended header

unsigned byteAt(Bytes bytes, std::size_t at) {
  return std::to_integer<unsigned>(bytes[at]);
}

/// Bits 4 and 5 of the last byte of a header give the payload's size.
std::size_t payloadSize(unsigned header) {
  return std::size_t{1} << (header >> 4 & 3);
}

std::optional<Packet> withPayload(Packet packet, Bytes bytes, std::size_t header_size) {
  const std::size_t size = payloadSize(byteAt(bytes, header_size - 1));
  packet.size = header_size + size;
  if (packet.size > bytes.size())
    return std::nullopt;
  for (std::size_t i = 0; i < size; ++i)
    packet.payload |= std::uint64_t{byteAt(bytes, header_size + i)} << (8 * i);
  return packet;
}

const HeaderForm *formOf(unsigned header, std::span<const HeaderForm> forms) {
  const auto found = std::find_if(forms.begin(), forms.end(), [&](const HeaderForm &form) {
    return (header & form.mask) == form.value;
  });
  return found == forms.end() ? nullptr : &*found;
}

/// Reaches to the next multiple of 2, 4, 8 or 16 bytes.
std::optional<Packet> alignment(Bytes bytes, std::uint64_t offset) {
  const std::uint64_t unit = std::uint64_t{2} << (byteAt(bytes, 0) & 3);
  const std::uint64_t size = unit - (offset & (unit - 1));
  if (size > bytes.size())
    return std::nullopt;
  return Packet{PacketKind::Padding, 0, 0, size};
}

/// A second byte follows, whose index the first one extends.
std::optional<Packet> extended(Bytes bytes, std::uint64_t offset) {
  if (bytes.size() < 2)
    return std::nullopt;
  const unsigned high = byteAt(bytes, 0) & 3, header = byteAt(bytes, 1);
  if (header == kAlignmentHeader)
    return alignment(bytes, offset);
  const HeaderForm *form = formOf(header, kExtensibleForms);
  if (!form)
    return std::nullopt;
  const auto index = static_cast<std::uint8_t>(high << 3 | (header & form->index_mask));
  return withPayload({form->kind, index}, bytes, 2);
}

} // namespace

std::optional<Packet> readPacket(Bytes bytes, std::uint64_t offset) {
  if (bytes.empty())
    return std::nullopt;
  const unsigned header = byteAt(bytes, 0);
  if (header == kPaddingHeader)
    return Packet{PacketKind::Padding, 0, 0, 1};
  if (header == kEndHeader)
    return Packet{PacketKind::End, 0, 0, 1};
  if (header == kTimestampHeader)
    return withPayload({PacketKind::Timestamp}, bytes, 1);
  if ((header & kExtendedMask) == kExtendedHeader)
    return extended(bytes, offset);
  const HeaderForm *form = formOf(header, kShortForms);
  if (!form)
    form = formOf(header, kExtensibleForms);
  if (!form)
    return std::nullopt;
  const auto index = static_cast<std::uint8_t>(header & form->index_mask);
  return withPayload({form->kind, index}, bytes, 1);
}

} // namespace fsfind::spe
