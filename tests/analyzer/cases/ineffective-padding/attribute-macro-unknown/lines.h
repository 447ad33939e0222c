#pragma once
#define on_its_line __attribute__((aligned(64)))
