#include <unistd.h>
#include "ProfileEvents.h"

namespace DB
{
struct MarkRange
{
    size_t begin;
    size_t end;
};

class MarkCache
{
public:
    const uint64_t * get(size_t key) const;
    const uint64_t * load(size_t key);
};

class MergeTreeReader
{
public:
    MergeTreeReader(int fd_, MarkCache & cache_) : fd(fd_), mark_cache(cache_) {}

    size_t readRows(const MarkRange & range, char * to, size_t row_size)
    {
        size_t read_rows = 0;
        for (size_t mark = range.begin; mark < range.end; ++mark)
        {
            const uint64_t * offset = mark_cache.get(mark);
            if (offset)
                ProfileEvents::increment(ProfileEvents::MarkCacheHits);
            else
            {
                ProfileEvents::increment(ProfileEvents::MarkCacheMisses);
                offset = mark_cache.load(mark);
            }

            const ssize_t res = ::pread(fd, to, row_size * index_granularity, static_cast<off_t>(*offset));
            ProfileEvents::increment(ProfileEvents::ReadBufferFromFileDescriptorRead);
            if (res <= 0)
                break;

            const size_t rows = static_cast<size_t>(res) / row_size;
            ProfileEvents::increment(ProfileEvents::SelectedRows, rows);
            ProfileEvents::increment(ProfileEvents::SelectedBytes, static_cast<size_t>(res));
            read_rows += rows;
        }
        return read_rows;
    }

private:
    static constexpr size_t index_granularity = 8192;
    int fd;
    MarkCache & mark_cache;
};

size_t readOneRange(int fd, MarkCache & cache, const MarkRange & range, char * buffer)
{
    MergeTreeReader reader(fd, cache);
    return reader.readRows(range, buffer, 8);
}
}
