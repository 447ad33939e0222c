// project: OpenSSL (crypto/lhash/lhash.c)
// reference: https://github.com/openssl/openssl/issues/17928 (read)
// kind: true-sharing
// starts: hidden
// wrong: retrieval, done under a read lock by all threads, counts hashes, comparisons and hits atomically in the table itself.
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MIN_NODES 16
#define UP_LOAD (2 * LH_LOAD_MULT)
#define LH_LOAD_MULT 256

#ifdef FIXED
# define TSAN_QUALIFIER
# define tsan_counter(ptr)
#else
# define TSAN_QUALIFIER _Atomic
# define tsan_counter(ptr) atomic_fetch_add_explicit((ptr), 1, memory_order_relaxed)
#endif

typedef int (*OPENSSL_LH_COMPFUNC)(const void *, const void *);
typedef unsigned long (*OPENSSL_LH_HASHFUNC)(const void *);
typedef void CRYPTO_RWLOCK;
int CRYPTO_THREAD_read_lock(CRYPTO_RWLOCK *lock);
int CRYPTO_THREAD_write_lock(CRYPTO_RWLOCK *lock);
int CRYPTO_THREAD_unlock(CRYPTO_RWLOCK *lock);

typedef struct lhash_node_st {
    void *data;
    struct lhash_node_st *next;
    unsigned long hash;
} OPENSSL_LH_NODE;

struct lhash_st {
    OPENSSL_LH_NODE **b;
    OPENSSL_LH_COMPFUNC comp;
    OPENSSL_LH_HASHFUNC hash;
    unsigned int num_nodes;
    unsigned int num_alloc_nodes;
    unsigned int p;
    unsigned int pmax;
    unsigned long up_load;
    unsigned long down_load;
    unsigned long num_items;
#ifndef FIXED
    unsigned long num_expands;
    unsigned long num_contracts;
    TSAN_QUALIFIER unsigned long num_hash_calls;    /* expect: fsfind-contended-atomic|fsfind-adjacent-thread-fields */
    TSAN_QUALIFIER unsigned long num_comp_calls;    /* expect: fsfind-contended-atomic|fsfind-adjacent-thread-fields */
    unsigned long num_insert;
    unsigned long num_delete;
    TSAN_QUALIFIER unsigned long num_retrieve;      /* expect: fsfind-contended-atomic|fsfind-adjacent-thread-fields */
    TSAN_QUALIFIER unsigned long num_retrieve_miss; /* expect: fsfind-contended-atomic|fsfind-adjacent-thread-fields */
    TSAN_QUALIFIER unsigned long num_hash_comps;    /* expect: fsfind-contended-atomic|fsfind-adjacent-thread-fields */
#endif
    int error;
};
typedef struct lhash_st OPENSSL_LHASH;

OPENSSL_LHASH *OPENSSL_LH_new(OPENSSL_LH_HASHFUNC h, OPENSSL_LH_COMPFUNC c)
{
    OPENSSL_LHASH *ret;

    if ((ret = calloc(1, sizeof(*ret))) == NULL)
        return NULL;
    if ((ret->b = calloc(MIN_NODES, sizeof(*ret->b))) == NULL) {
        free(ret);
        return NULL;
    }
    ret->comp = c;
    ret->hash = h;
    ret->num_nodes = MIN_NODES / 2;
    ret->num_alloc_nodes = MIN_NODES;
    ret->pmax = MIN_NODES / 2;
    ret->up_load = UP_LOAD;
    return ret;
}

static OPENSSL_LH_NODE **getrn(OPENSSL_LHASH *lh, const void *data, unsigned long *rhash)
{
    OPENSSL_LH_NODE **ret, *n1;
    unsigned long hash, nn;
    OPENSSL_LH_COMPFUNC cf;

    hash = (*(lh->hash))(data);
    tsan_counter(&lh->num_hash_calls);
    *rhash = hash;

    nn = hash % lh->pmax;
    if (nn < lh->p)
        nn = hash % lh->num_alloc_nodes;

    cf = lh->comp;
    ret = &(lh->b[(int)nn]);
    for (n1 = *ret; n1 != NULL; n1 = n1->next) {
        tsan_counter(&lh->num_hash_comps);
        if (n1->hash != hash) {
            ret = &(n1->next);
            continue;
        }
        tsan_counter(&lh->num_comp_calls);
        if (cf(n1->data, data) == 0)
            break;
        ret = &(n1->next);
    }
    return ret;
}

void *OPENSSL_LH_insert(OPENSSL_LHASH *lh, void *data)
{
    unsigned long hash;
    OPENSSL_LH_NODE *nn, **rn;
    void *old;

    lh->error = 0;
    rn = getrn(lh, data, &hash);
    if (*rn == NULL) {
        if ((nn = malloc(sizeof(*nn))) == NULL) {
            lh->error++;
            return NULL;
        }
        nn->data = data;
        nn->next = NULL;
        nn->hash = hash;
        *rn = nn;
#ifndef FIXED
        lh->num_insert++;
#endif
        lh->num_items++;
        return NULL;
    }
    old = (*rn)->data;
    (*rn)->data = data;
    return old;
}

void *OPENSSL_LH_retrieve(OPENSSL_LHASH *lh, const void *data)
{
    unsigned long hash;
    OPENSSL_LH_NODE **rn;

    rn = getrn(lh, data, &hash);
    if (*rn == NULL) {
        tsan_counter(&lh->num_retrieve_miss);
        return NULL;
    }
    tsan_counter(&lh->num_retrieve);
    return (*rn)->data;
}

typedef struct {
    const char *name;
    int number;
} NAMENUM_ENTRY;

typedef struct ossl_namemap_st {
    CRYPTO_RWLOCK *lock;
    OPENSSL_LHASH *namenum;
    int max_number;
} OSSL_NAMEMAP;

int ossl_namemap_name2num(OSSL_NAMEMAP *namemap, const char *name)
{
    NAMENUM_ENTRY tmpl = { name, 0 }, *entry;
    int number = 0;

    if (!CRYPTO_THREAD_read_lock(namemap->lock))
        return 0;
    entry = OPENSSL_LH_retrieve(namemap->namenum, &tmpl);
    if (entry != NULL)
        number = entry->number;
    CRYPTO_THREAD_unlock(namemap->lock);
    return number;
}
