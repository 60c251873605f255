#pragma once
// Swift's own module of the C library leaves these two headers out.
#include <sys/inotify.h>
#include <sys/timerfd.h>

/// A monotonic timer that is read without waiting; the flags are an enumeration in C only.
static inline int trove_timer(void) {
    return timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
}

/// Lets a timer become readable once, after so many nanoseconds (less than a second).
static inline int trove_timer_start(int timer, long nanoseconds) {
    struct itimerspec time = {.it_value = {.tv_nsec = nanoseconds}};
    return timerfd_settime(timer, 0, &time, (struct itimerspec *)0);
}

/// A queue of file events that is read without waiting.
static inline int trove_file_events(void) {
    return inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
}

/// Asks for an event when a file is made in a folder, comes into it or leaves it.
static inline int trove_watch_folder(int events, const char *_Nonnull folder) {
    return inotify_add_watch(
        events, folder, IN_CREATE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE);
}

/// Asks for an event when a file is written to; again for the same file does no harm.
static inline int trove_watch_file(int events, const char *_Nonnull file) {
    return inotify_add_watch(events, file, IN_MODIFY);
}
