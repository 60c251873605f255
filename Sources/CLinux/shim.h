#pragma once
// Swift's Glibc module does not include these headers.
#include <malloc.h>
#include <sys/inotify.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>

/// Creates a non-blocking monotonic timer. Swift cannot combine the flags, which are a C
/// enumeration.
static inline int trove_timer(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

/// Makes a timer readable once, after a number of nanoseconds less than a second.
static inline int trove_timer_start(int timer, long nanoseconds) {
    struct itimerspec time = {.it_value = {.tv_nsec = nanoseconds}};
    return timerfd_settime(timer, 0, &time, (struct itimerspec *)0);
}

/// Creates a non-blocking queue of file events.
static inline int trove_file_events(void) {
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

/// Requests an event when a file is created in, moved into, moved out of or deleted from a folder.
static inline int trove_watch_folder(int events, const char *_Nonnull folder) {
    return inotify_add_watch(
        events, folder, IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE);
}

/// Requests an event when a file is written to. Repeated requests for a file have no effect.
static inline int trove_watch_file(int events, const char *_Nonnull file) {
    return inotify_add_watch(events, file, IN_MODIFY);
}

// <unistd.h> and <fcntl.h> would bring types here that belong to Swift's Glibc module.
long syscall(long number, ...);

/// Renames a file unless one has the new name (renameat2(2), which the module does not declare). Returns 0,
/// or -1 with `errno`.
static inline int trove_rename_new(const char *_Nonnull path, const char *_Nonnull target) {
    const int current_folder = -100;   // AT_FDCWD
    const unsigned no_replacement = 1; // RENAME_NOREPLACE
    return (int)syscall(
        SYS_renameat2, current_folder, path, current_folder, target, no_replacement);
}

/// Accepts a connection as close-on-exec and non-blocking, without its address (accept4(2)). Returns its
/// descriptor, or -1 with `errno`.
static inline int trove_accept(int socket) {
    const int flags = 02000000 | 04000; // SOCK_CLOEXEC | SOCK_NONBLOCK
    return (int)syscall(SYS_accept4, socket, (void *)0, (void *)0, flags);
}

/// Keeps all open files except standard input, output and errors from programs that are started from now on
/// (close_range(2), since Linux 5.11).
static inline void trove_keep_files_private(void) {
    const unsigned flags = 4; // CLOSE_RANGE_CLOEXEC
    syscall(SYS_close_range, 3u, ~0u, flags);
}

/// Makes each block of memory of this size or more return to the system when it is freed (mallopt(3)).
/// By default glibc keeps blocks of up to 32 MiB once a block of that size was freed.
static inline int trove_return_blocks(int size) { return mallopt(M_MMAP_THRESHOLD, size); }

/// Keeps freed memory for reuse: that of blocks of up to `block` bytes, and up to `rest` bytes at
/// the end of each heap (mallopt(3)). By default glibc returns much of it to the system, and each
/// page costs a page fault when it is used again.
static inline void trove_keep_memory(int block, int rest) {
    mallopt(M_MMAP_THRESHOLD, block);
    mallopt(M_TRIM_THRESHOLD, rest);
}
