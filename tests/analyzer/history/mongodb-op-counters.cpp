// project: MongoDB (src/mongo/db/stats/counters.h, util/aligned.h)
// reference: reduced from memory; the released OpCounters and NetworkCounter wrap each counter in CacheExclusive
// kind: counter-beside-read-mostly
// starts: hidden
// also-true: fsfind-contended-atomic
// wrong: the counters of the kinds of operation follow each other in one global object, so that sessions that insert and sessions
//        that query write to the same line; likewise the two directions of network traffic.
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

namespace mongo {

namespace stdx {
constexpr std::size_t hardware_destructive_interference_size = 64;
}

template <typename T> class AtomicWord {
public:
    using WordType = T;
    constexpr AtomicWord() : _value{} {}
    explicit constexpr AtomicWord(T v) : _value(v) {}
    T load() const { return _value.load(); }
    T loadRelaxed() const { return _value.load(std::memory_order_relaxed); }
    void store(T v) { _value.store(v); }
    T fetchAndAdd(T d) { return _value.fetch_add(d); }
    T fetchAndAddRelaxed(T d) { return _value.fetch_add(d, std::memory_order_relaxed); }

private:
    std::atomic<T> _value;
};

template <typename T, std::size_t alignment> class Aligned {
public:
    Aligned() = default;
    template <typename... As> explicit Aligned(std::in_place_t, As&&... args) : _value(std::forward<As>(args)...) {}
    T& operator*() { return _value; }
    const T& operator*() const { return _value; }
    T* operator->() { return &_value; }
    const T* operator->() const { return &_value; }

private:
    alignas(alignment) T _value{};
};

#ifdef FIXED
template <typename T> using CacheExclusive = Aligned<T, stdx::hardware_destructive_interference_size>;
#else
template <typename T> using CacheExclusive = Aligned<T, alignof(T)>;
#endif

enum NetworkOp : int32_t { opInvalid = 0, dbUpdate = 2001, dbInsert = 2002, dbQuery = 2004, dbGetMore = 2005, dbDelete = 2006, dbMsg = 2013 };

struct BSONObjBuilder {
    void append(const char* name, long long value);
};

class OpCounters {
public:
    OpCounters() = default;

    void gotInserts(int n) { _checkWrap(&_insert, n); }
    void gotInsert() { _checkWrap(&_insert, 1); }
    void gotQuery() { _checkWrap(&_query, 1); }
    void gotUpdate() { _checkWrap(&_update, 1); }
    void gotDelete() { _checkWrap(&_delete, 1); }
    void gotGetMore() { _checkWrap(&_getmore, 1); }
    void gotCommand() { _checkWrap(&_command, 1); }
    void gotOp(NetworkOp op);
    void appendTo(BSONObjBuilder& b) const;

private:
    using Counter = CacheExclusive<AtomicWord<long long>>;

    void _checkWrap(Counter* counter, int n) {
        static constexpr long long maxCount = 1LL << 60;
        const auto oldValue = (*counter)->fetchAndAddRelaxed(n);
        if (oldValue > maxCount) _reset();
    }
    void _reset();

    Counter _insert;  // expect: fsfind-adjacent-thread-fields
    Counter _query;   // expect: fsfind-adjacent-thread-fields
    Counter _update;  // expect: fsfind-adjacent-thread-fields
    Counter _delete;  // expect: fsfind-adjacent-thread-fields
    Counter _getmore; // expect: fsfind-adjacent-thread-fields
    Counter _command; // expect: fsfind-adjacent-thread-fields
};

class NetworkCounter {
public:
    void hitPhysicalIn(long long bytes);
    void hitPhysicalOut(long long bytes);
    void hitLogicalIn(long long bytes);
    void hitLogicalOut(long long bytes);
    void append(BSONObjBuilder& b) const;

private:
    static constexpr long long kMax = 1ULL << 60;
    struct Together {
        AtomicWord<long long> logicalBytesIn{0};
        AtomicWord<long long> requests{0};
    };

    CacheExclusive<AtomicWord<long long>> _physicalBytesIn;  // expect: fsfind-adjacent-thread-fields
    CacheExclusive<AtomicWord<long long>> _physicalBytesOut; // expect: fsfind-adjacent-thread-fields
    CacheExclusive<Together> _together;
    CacheExclusive<AtomicWord<long long>> _logicalBytesOut;  // expect: fsfind-adjacent-thread-fields
};

OpCounters globalOpCounters;
NetworkCounter networkCounter;

void OpCounters::_reset() {
    _insert->store(0);
    _query->store(0);
    _update->store(0);
    _delete->store(0);
    _getmore->store(0);
    _command->store(0);
}

void OpCounters::gotOp(NetworkOp op) {
    switch (op) {
        case dbInsert:
            break;
        case dbQuery:
            gotQuery();
            break;
        case dbUpdate:
            gotUpdate();
            break;
        case dbDelete:
            gotDelete();
            break;
        case dbGetMore:
            gotGetMore();
            break;
        default:
            gotCommand();
    }
}

void OpCounters::appendTo(BSONObjBuilder& b) const {
    b.append("insert", _insert->loadRelaxed());
    b.append("query", _query->loadRelaxed());
    b.append("update", _update->loadRelaxed());
    b.append("delete", _delete->loadRelaxed());
    b.append("getmore", _getmore->loadRelaxed());
    b.append("command", _command->loadRelaxed());
}

void NetworkCounter::hitPhysicalIn(long long bytes) {
    if (_physicalBytesIn->loadRelaxed() > kMax)
        _physicalBytesIn->store(bytes);
    else
        _physicalBytesIn->fetchAndAdd(bytes);
}

void NetworkCounter::hitPhysicalOut(long long bytes) {
    if (_physicalBytesOut->loadRelaxed() > kMax)
        _physicalBytesOut->store(bytes);
    else
        _physicalBytesOut->fetchAndAdd(bytes);
}

void NetworkCounter::hitLogicalIn(long long bytes) {
    if (_together->logicalBytesIn.loadRelaxed() > kMax) {
        _together->logicalBytesIn.store(bytes);
        _together->requests.store(1);
    } else {
        _together->logicalBytesIn.fetchAndAdd(bytes);
        _together->requests.fetchAndAdd(1);
    }
}

void NetworkCounter::hitLogicalOut(long long bytes) { _logicalBytesOut->fetchAndAdd(bytes); }

void NetworkCounter::append(BSONObjBuilder& b) const {
    b.append("bytesIn", _together->logicalBytesIn.loadRelaxed());
    b.append("bytesOut", _logicalBytesOut->loadRelaxed());
    b.append("physicalBytesIn", _physicalBytesIn->loadRelaxed());
    b.append("physicalBytesOut", _physicalBytesOut->loadRelaxed());
    b.append("numRequests", _together->requests.loadRelaxed());
}

class ServiceStateMachine {
public:
    explicit ServiceStateMachine(NetworkOp op) : _op(op) {}
    void sourceMessage(long long bytes) {
        networkCounter.hitPhysicalIn(bytes);
        networkCounter.hitLogicalIn(bytes);
        globalOpCounters.gotOp(_op);
    }
    void sinkMessage(long long bytes) {
        networkCounter.hitLogicalOut(bytes);
        networkCounter.hitPhysicalOut(bytes);
    }

private:
    NetworkOp _op;
};
}  // namespace mongo
