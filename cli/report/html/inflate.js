// Decompression (RFC 1951) of a gzip file (RFC 1952), for browsers that cannot do it themselves.

const lengthBase = [3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115,
  131, 163, 195, 227, 258];
const lengthBits = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const distanceBase = [1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025,
  1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577];
const lengthOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const longestCode = 15;

// Reads bits, the lowest of each byte first.
class Bits {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
    this.held = 0;
    this.count = 0;
  }

  take(count) {
    while (this.count < count) {
      if (this.at >= this.bytes.length)
        throw new Error('the data of this page end too early');
      this.held |= this.bytes[this.at++] << this.count;
      this.count += 8;
    }
    const value = this.held & (1 << count) - 1;
    this.held >>>= count;
    this.count -= count;
    return value;
  }

  dropRestOfByte() {
    this.held = this.count = 0;
  }
}

// A Huffman code by the lengths of its words: how many words each length has, and the symbols in order.
function huffman(lengths) {
  const counts = new Uint16Array(longestCode + 1), symbols = [];
  for (const length of lengths)
    ++counts[length];
  counts[0] = 0;
  for (let length = 1; length <= longestCode; ++length)
    lengths.forEach((own, symbol) => own === length && symbols.push(symbol));
  return {counts, symbols};
}

function symbolOf(bits, code) {
  let word = 0, first = 0, index = 0;
  for (let length = 1; length <= longestCode; ++length) {
    word = word << 1 | bits.take(1);
    const count = code.counts[length];
    if (word - first < count)
      return code.symbols[index + word - first];
    index += count;
    first = first + count << 1;
  }
  throw new Error('the data of this page are damaged');
}

function fixedCodes() {
  const lengths = [];
  for (let i = 0; i < 288; ++i)
    lengths.push(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
  return [huffman(lengths), huffman(new Array(30).fill(5))];
}

function codesOfBlock(bits) {
  const literals = bits.take(5) + 257, distances = bits.take(5) + 1, count = bits.take(4) + 4;
  const own = new Array(19).fill(0);
  for (let i = 0; i < count; ++i)
    own[lengthOrder[i]] = bits.take(3);
  const code = huffman(own), lengths = [];
  while (lengths.length < literals + distances) {
    const symbol = symbolOf(bits, code);
    if (symbol < 16)
      lengths.push(symbol);
    else {
      const value = symbol === 16 ? lengths[lengths.length - 1] : 0;
      const times = symbol === 16 ? 3 + bits.take(2) : symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7);
      for (let i = 0; i < times; ++i)
        lengths.push(value);
    }
  }
  return [huffman(lengths.slice(0, literals)), huffman(lengths.slice(literals))];
}

function copyStored(bits, out, at) {
  bits.dropRestOfByte();
  const length = bits.take(16);
  bits.take(16); // its complement
  out.set(bits.bytes.subarray(bits.at, bits.at + length), at);
  bits.at += length;
  return at + length;
}

function copyCoded(bits, codes, out, at) {
  for (let symbol; (symbol = symbolOf(bits, codes[0])) !== 256;) {
    if (symbol < 256) {
      out[at++] = symbol;
      continue;
    }
    const length = lengthBase[symbol - 257] + bits.take(lengthBits[symbol - 257]);
    const code = symbolOf(bits, codes[1]);
    const distance = distanceBase[code] + bits.take(code < 2 ? 0 : (code >> 1) - 1);
    for (let i = 0; i < length; ++i, ++at)
      out[at] = out[at - distance];
  }
  return at;
}

// The header is the one of ten bytes that zlib writes; the last four bytes are the length.
function gunzip(bytes) {
  const length = new DataView(bytes.buffer, bytes.length - 4).getUint32(0, true);
  const out = new Uint8Array(length), bits = new Bits(bytes, 10);
  for (let at = 0, last = 0; !last;) {
    last = bits.take(1);
    const kind = bits.take(2);
    at = kind === 0 ? copyStored(bits, out, at)
      : copyCoded(bits, kind === 1 ? fixedCodes() : codesOfBlock(bits), out, at);
  }
  return out;
}
