// project: pWord2Vec (pWord2Vec.cpp), from word2vec.c
// reference: reduced from memory; word2vec initialises both matrices in one thread, pWord2Vec in an OpenMP loop over the rows
// kind: first-touch
// starts: visible
// args: -fopenmp
// wrong: the input and output matrices, up to gigabytes, are allocated and filled in InitNet by the main thread; the training
//        threads then read and update rows all over them.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <omp.h>

typedef float real;
typedef unsigned int uint;
typedef unsigned long long ulonglong;

#define MAX_STRING 100
#define EXP_TABLE_SIZE 1000
#define MAX_EXP 6

struct vocab_word {
  uint cn;
  char* word;
};

static int binary = 0, window = 5, negative = 5, num_threads = 12, iter = 5, batch_size = 11;
static int vocab_size = 0, hidden_size = 100;
static ulonglong train_words = 0, file_size = 0;
static real alpha = 0.1f, sample = 1e-3f;
static const real EXP_RESOLUTION = EXP_TABLE_SIZE / (MAX_EXP * 2.0f);

static vocab_word* vocab = nullptr;
static real *Wih = nullptr, *Woh = nullptr, *expTable = nullptr;
static int* table = nullptr;
static const int table_size = 100000000;
static char train_file[MAX_STRING];

static void* aligned(size_t bytes) {
  void* p = nullptr;
  return posix_memalign(&p, 64, bytes) == 0 ? p : nullptr;
}

static void InitUnigramTable() {
  table = static_cast<int*>(aligned(table_size * sizeof(int)));
  const real power = 0.75f;
  double train_words_pow = 0.;
  for (int i = 0; i < vocab_size; i++) train_words_pow += pow(vocab[i].cn, power);
  int i = 0;
  real d1 = static_cast<real>(pow(vocab[0].cn, power) / train_words_pow);
  for (int a = 0; a < table_size; a++) {
    table[a] = i;
    if (a / static_cast<real>(table_size) > d1) {
      i++;
      d1 += static_cast<real>(pow(vocab[i].cn, power) / train_words_pow);
    }
    if (i >= vocab_size) i = vocab_size - 1;
  }
}

static void InitNet() {
  Wih = static_cast<real*>(aligned(static_cast<size_t>(vocab_size) * hidden_size * sizeof(real)));
  Woh = static_cast<real*>(aligned(static_cast<size_t>(vocab_size) * hidden_size * sizeof(real)));
  if (!Wih || !Woh) {
    printf("Memory allocation failed\n");
    exit(1);
  }
#ifdef FIXED
#pragma omp parallel for num_threads(num_threads) schedule(static, 1)
  for (int i = 0; i < vocab_size; i++) {
    memset(Wih + static_cast<size_t>(i) * hidden_size, 0, hidden_size * sizeof(real));
    memset(Woh + static_cast<size_t>(i) * hidden_size, 0, hidden_size * sizeof(real));
  }
  ulonglong next_random = 1;
  for (size_t i = 0; i < static_cast<size_t>(vocab_size) * hidden_size; i++) {
    next_random = next_random * 25214903917ULL + 11;
    Wih[i] = (((next_random & 0xFFFF) / 65536.f) - 0.5f) / hidden_size;
  }
#else
  memset(Woh, 0, static_cast<size_t>(vocab_size) * hidden_size * sizeof(real)); // expect: fsfind-serial-first-touch
  ulonglong next_random = 1;
  for (size_t i = 0; i < static_cast<size_t>(vocab_size) * hidden_size; i++) {
    next_random = next_random * 25214903917ULL + 11;
    Wih[i] = (((next_random & 0xFFFF) / 65536.f) - 0.5f) / hidden_size; // expect: fsfind-serial-first-touch
  }
#endif
}

static void InitExpTable() {
  expTable = static_cast<real*>(malloc((EXP_TABLE_SIZE + 1) * sizeof(real)));
  for (int i = 0; i < EXP_TABLE_SIZE + 1; i++) {
    expTable[i] = expf((i / static_cast<real>(EXP_TABLE_SIZE) * 2 - 1) * MAX_EXP);
    expTable[i] = expTable[i] / (expTable[i] + 1);
  }
}

int ReadWordIndex(FILE* fin);

static int ReadSentence(FILE* fin, int* sen, int max, ulonglong* word_count, ulonglong* next_random) {
  int length = 0;
  while (length < max) {
    const int word = ReadWordIndex(fin);
    if (feof(fin)) break;
    if (word < 0) continue;
    (*word_count)++;
    if (word == 0) break;
    if (sample > 0) {
      const real ratio = sample * train_words / vocab[word].cn;
      *next_random = *next_random * 25214903917ULL + 11;
      if (sqrtf(ratio) + ratio < (*next_random & 0xFFFF) / 65536.f) continue;
    }
    sen[length++] = word;
  }
  return length;
}

static void Train_SGNS() {
  InitNet();
  InitUnigramTable();
  InitExpTable();
#pragma omp parallel num_threads(num_threads)
  {
    const int id = omp_get_thread_num();
    ulonglong next_random = id, word_count = 0;
    int local_iter = iter, sen[1000];
    real* neu1e = static_cast<real*>(malloc(hidden_size * sizeof(real)));
    FILE* fin = fopen(train_file, "rb");
    fseek(fin, static_cast<long>(file_size / num_threads * id), SEEK_SET);
    while (local_iter > 0) {
      const int length = ReadSentence(fin, sen, 1000, &word_count, &next_random);
      if (feof(fin) || word_count > train_words / num_threads) {
        local_iter--;
        word_count = 0;
        fseek(fin, static_cast<long>(file_size / num_threads * id), SEEK_SET);
        continue;
      }
      for (int pos = 0; pos < length; pos++) {
        for (int c = pos > window ? pos - window : 0; c < length && c <= pos + window; c++) {
          if (c == pos) continue;
          real* in = Wih + static_cast<size_t>(sen[c]) * hidden_size;
          memset(neu1e, 0, hidden_size * sizeof(real));
          for (int k = 0; k <= negative; k++) {
            next_random = next_random * 25214903917ULL + 11;
            const int target = k == 0 ? sen[pos] : table[(next_random >> 16) % table_size];
            real* out = Woh + static_cast<size_t>(target) * hidden_size;
            real f = 0;
            for (int i = 0; i < hidden_size; i++) f += in[i] * out[i];
            const real p = f > MAX_EXP ? 1 : f < -MAX_EXP ? 0 : expTable[static_cast<int>((f + MAX_EXP) * EXP_RESOLUTION)];
            const real g = ((k == 0) - p) * alpha;
            for (int i = 0; i < hidden_size; i++) neu1e[i] += g * out[i];
            for (int i = 0; i < hidden_size; i++) out[i] += g * in[i];
          }
          for (int i = 0; i < hidden_size; i++) in[i] += neu1e[i];
        }
      }
    }
    fclose(fin);
    free(neu1e);
  }
}

void TrainModel() { Train_SGNS(); }
