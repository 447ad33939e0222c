#!/usr/bin/env python3
"""Writes input for the programs of the trial to standard output; the same arguments write the same.

    make_input.py text BYTES                    words, as a compressor likes them
    make_input.py video WIDTH HEIGHT FRAMES     moving gradients in Y4M
    make_input.py genome BASES READS            a sequence in FASTA
    make_input.py reads BASES READS             pieces of that sequence with errors, in FASTA
    make_input.py alignment SEQUENCES COLUMNS   related sequences, aligned, in FASTA
"""

import random
import sys

SEED = 1
BASES = "ACGT"
READ_BASES = 1000
ERROR_RATE = 0.05


def write_text(size: int) -> None:
    chance = random.Random(SEED)
    words = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(2, 9))) for _ in range(2000)]
    written = 0
    while written < size:
        line = " ".join(chance.choices(words, k=12)) + "\n"
        sys.stdout.write(line[: size - written])
        written += len(line)


def write_video(width: int, height: int, frames: int) -> None:
    output = sys.stdout.buffer
    output.write(b"YUV4MPEG2 W%d H%d F25:1 Ip A1:1 C420jpeg\n" % (width, height))
    chance = random.Random(SEED)
    noise = chance.randbytes(width * height)
    for frame in range(frames):
        output.write(b"FRAME\n")
        output.write(
            bytes(
                ((x + 3 * frame) * 2 + y + noise[y * width + (x + 3 * frame) % width] // 16) & 255
                for y in range(height)
                for x in range(width)
            )
        )
        output.write(bytes((128 + frame) & 255 for _ in range(width * height // 4)))
        output.write(bytes([128]) * (width * height // 4))


def mutated(sequence: str, rate: float, chance: random.Random) -> str:
    return "".join(chance.choice(BASES) if chance.random() < rate else base for base in sequence)


def genome(size: int, chance: random.Random) -> str:
    return "".join(chance.choices(BASES, k=size))


def write_genome(size: int, reads: int) -> None:
    print(f">genome\n{genome(size, random.Random(SEED))}")


def write_reads(size: int, reads: int) -> None:
    chance = random.Random(SEED)
    sequence = genome(size, chance)
    for read in range(reads):
        start = chance.randrange(size - READ_BASES)
        piece = sequence[start : start + READ_BASES]
        print(f">read{read}\n{mutated(piece, ERROR_RATE, chance)}")


def write_alignment(sequences: int, columns: int) -> None:
    chance = random.Random(SEED)
    family = [genome(columns, chance)]
    while len(family) < sequences:
        family.append(mutated(chance.choice(family), ERROR_RATE, chance))
    for number, sequence in enumerate(family):
        print(f">s{number}\n{sequence}")


WRITERS = {
    "text": write_text,
    "video": write_video,
    "genome": write_genome,
    "reads": write_reads,
    "alignment": write_alignment,
}

if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in WRITERS:
        sys.exit(__doc__)
    WRITERS[sys.argv[1]](*map(int, sys.argv[2:]))
