// project: PCSX2 (pcsx2/MTVU.h, MTVU.cpp)
// reference: reduced from memory; the released VU_Thread aligns the atomic positions of both ends to lines
// kind: producer-consumer
// starts: visible
// also-true: fsfind-contended-atomic
// wrong: the position that the VU thread stores after each command and the one that the EE thread stores after each write are
//        neighbours behind the ring, beside the flags of both sides.
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <thread>

using u8 = uint8_t;
using u32 = uint32_t;
using s32 = int32_t;
using u64 = uint64_t;

#ifdef FIXED
#define __aligned(alig) __attribute__((aligned(alig)))
#else
#define __aligned(alig)
#endif

static constexpr s32 buffer_size = (1024 * 1024 * 16) / sizeof(s32);

struct VIFregisters {
    u32 stat, fbrst, err, mark, cycle, mode, num, mask, code, itops, base, ofst, tops, itop, top;
};

struct vifStruct {
    VIFregisters regs;
    u32 cl, usn;
    bool done;
};

struct VURegs {
    u32 VF[32][4];
    u32 VI[32][4];
    u8* Mem;
    u8* Micro;
    u32 start_pc;
};

enum MTVU_EVENT : s32 { MTVU_VU_EXECUTE, MTVU_VU_WRITE_MICRO, MTVU_VU_WRITE_DATA, MTVU_VIF_WRITE_COL, MTVU_NULL_PACKET };

class Semaphore {
public:
    void Post() {
        std::lock_guard<std::mutex> l(m_mutex);
        m_count++;
        m_cond.notify_one();
    }
    void Wait() {
        std::unique_lock<std::mutex> l(m_mutex);
        m_cond.wait(l, [this] { return m_count > 0; });
        m_count--;
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_cond;
    int m_count = 0;
};

class VU_Thread {
    u32 buffer[buffer_size];
    __aligned(64) std::atomic<int> m_ato_read_pos;  // expect: fsfind-adjacent-thread-fields
    __aligned(64) std::atomic<int> m_ato_write_pos; // expect: fsfind-adjacent-thread-fields
    __aligned(64) Semaphore semaEvent;
    std::atomic<bool> isBusy;
    std::thread m_thread;
    VURegs& vuRegs;

public:
    __aligned(16) vifStruct vif;
    u32 vuCycles[4];
    u32 vuCycleIdx;

    explicit VU_Thread(VURegs& regs) : vuRegs(regs) { Reset(); }
    ~VU_Thread() { Close(); }

    void Open() { m_thread = std::thread(&VU_Thread::ExecuteTaskInThread, this); }
    void Close() {
        if (!m_thread.joinable()) return;
        ReserveSpace(1);
        Write(m_ato_write_pos.load(std::memory_order_relaxed), static_cast<u32>(-1), 1);
        KickStart();
        m_thread.join();
    }

    void Reset() {
        vuCycleIdx = 0;
        m_ato_write_pos = 0;
        m_ato_read_pos = 0;
        isBusy = false;
        memset(&vif, 0, sizeof(vif));
        memset(vuCycles, 0, sizeof(vuCycles));
    }

    bool IsDone() const { return GetReadPos() == GetWritePos(); }

    void ExecuteVU(u32 vu_addr, u32 vif_top, u32 vif_itop) {
        ReserveSpace(4);
        int pos = GetWritePos();
        buffer[pos] = MTVU_VU_EXECUTE;
        buffer[pos + 1] = vu_addr;
        buffer[pos + 2] = vif_top;
        buffer[pos + 3] = vif_itop;
        CommitWritePos(pos + 4);
        KickStart();
    }

    void WriteDataMem(u32 vu_data_addr, const void* data, u32 size) {
        const u32 words = (size + 3) / 4;
        ReserveSpace(3 + words);
        int pos = GetWritePos();
        buffer[pos] = MTVU_VU_WRITE_DATA;
        buffer[pos + 1] = vu_data_addr;
        buffer[pos + 2] = size;
        memcpy(&buffer[pos + 3], data, size);
        CommitWritePos(pos + 3 + words);
    }

    void WaitVU() {
        while (!IsDone()) {
            KickStart();
            std::this_thread::yield();
        }
    }

private:
    void Write(int pos, u32 value, int n) {
        buffer[pos] = value;
        CommitWritePos(pos + n);
    }

    int GetReadPos() const { return m_ato_read_pos.load(std::memory_order_acquire); }
    int GetWritePos() const { return m_ato_write_pos.load(std::memory_order_relaxed); }
    void CommitReadPos(int pos) { m_ato_read_pos.store(pos, std::memory_order_release); }
    void CommitWritePos(int pos) { m_ato_write_pos.store(pos, std::memory_order_release); }

    void KickStart() {
        if (!isBusy.load(std::memory_order_acquire)) semaEvent.Post();
    }

    void ReserveSpace(s32 size) {
        for (;;) {
            const int read = GetReadPos();
            const int write = GetWritePos();
            if (read > write && read <= write + size) {
                KickStart();
                continue;
            }
            if (write + size < buffer_size) return;
            if (read == 0) continue;
            buffer[write] = MTVU_NULL_PACKET;
            CommitWritePos(0);
        }
    }

    void ExecuteTaskInThread() {
        for (;;) {
            semaEvent.Wait();
            isBusy.store(true, std::memory_order_release);
            if (!ExecuteRingBuffer()) return;
            isBusy.store(false, std::memory_order_release);
        }
    }

    bool ExecuteRingBuffer() {
        while (GetReadPos() != m_ato_write_pos.load(std::memory_order_acquire)) {
            int pos = m_ato_read_pos.load(std::memory_order_relaxed);
            switch (static_cast<s32>(buffer[pos])) {
            case MTVU_VU_EXECUTE:
                vuRegs.start_pc = buffer[pos + 1];
                vif.regs.top = buffer[pos + 2];
                vif.regs.itop = buffer[pos + 3];
                vuCycles[vuCycleIdx] = vuRegs.start_pc;
                vuCycleIdx = (vuCycleIdx + 1) & 3;
                CommitReadPos(pos + 4);
                break;
            case MTVU_VU_WRITE_DATA:
                memcpy(vuRegs.Mem + buffer[pos + 1], &buffer[pos + 3], buffer[pos + 2]);
                CommitReadPos(pos + 3 + (buffer[pos + 2] + 3) / 4);
                break;
            case MTVU_NULL_PACKET:
                CommitReadPos(0);
                break;
            default:
                return false;
            }
        }
        return true;
    }
};

static u8 vu1_mem[16384], vu1_micro[16384];
static VURegs vu1Regs = {{}, {}, vu1_mem, vu1_micro, 0};
VU_Thread vu1Thread(vu1Regs);
