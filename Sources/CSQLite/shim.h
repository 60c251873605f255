#pragma once
#include <fcntl.h>
#include <sqlite3.h>
#include <unistd.h>

// Linux supports this lock in every program, but glibc declares it only for _GNU_SOURCE.
#ifndef F_OFD_SETLK
#define F_OFD_SETLK 37
#endif

/// Binds a text, which SQLite copies before the call returns.
/// The macro SQLITE_TRANSIENT is a cast of -1 to a function pointer, which Swift cannot import.
static inline int trove_bind_text(
    sqlite3_stmt *_Nonnull statement, int index, const char *_Nullable bytes, sqlite3_uint64 count) {
    return sqlite3_bind_text64(
        statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// Binds a blob, which SQLite copies. An empty one stays a blob and does not become NULL.
static inline int trove_bind_blob(
    sqlite3_stmt *_Nonnull statement, int index, const void *_Nullable bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

/// Turns double-quoted strings off, so that a misspelled column is an error instead of a string.
/// sqlite3_db_config is variadic.
static inline int trove_disable_double_quoted_strings(sqlite3 *_Nonnull connection) {
    int result = sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DDL, 0, (void *)0);
    if (result != SQLITE_OK) return result;
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_DQS_DML, 0, (void *)0);
}

/// Prevents an untrusted file's schema from running code: triggers and views are disabled, and no
/// statement can corrupt the file.
static inline int trove_distrust_schema(sqlite3 *_Nonnull connection) {
    static const struct { int option, value; } settings[] = {
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0}, {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0}, {SQLITE_DBCONFIG_ENABLE_VIEW, 0},
    };
    for (unsigned index = 0; index < sizeof settings / sizeof *settings; index++) {
        int result = sqlite3_db_config(
            connection, settings[index].option, settings[index].value, (void *)0);
        if (result != SQLITE_OK) return result;
    }
    return SQLITE_OK;
}

/// Turns off memory statistics, which take a lock at each allocation.
/// sqlite3_config is variadic, and must be called before any other function of SQLite.
static inline int trove_disable_memory_statistics(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// The checkpoint state of a write-ahead log.
typedef struct {
    /// Changes whenever the log restarts from its beginning.
    unsigned int salt[2];
    /// The number of log pages copied into the main file.
    unsigned int copied;
    /// The number of pages that a checkpoint started to copy; equal to `copied` while none runs.
    unsigned int attempted;
} trove_checkpoints;

/// Reads the checkpoint state from the shared memory of a database, whose layout SQLite documents
/// in walformat.html. Uses SQLite's own mapping, because closing another descriptor of the file
/// would release SQLite's locks. Returns 0 when there is no write-ahead log.
static inline int trove_read_checkpoints(
    sqlite3 *_Nonnull connection, trove_checkpoints *_Nonnull checkpoints) {
    sqlite3_file *file = (sqlite3_file *)0;
    volatile void *region = (volatile void *)0;
    if (sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) != SQLITE_OK)
        return 0;
    if (!file || !file->pMethods || file->pMethods->iVersion < 2 || !file->pMethods->xShmMap)
        return 0;
    if (file->pMethods->xShmMap(file, 0, 32768, 0, &region) != SQLITE_OK || !region) return 0;
    const volatile unsigned int *words = (const volatile unsigned int *)region;
    checkpoints->salt[0] = words[8];
    checkpoints->salt[1] = words[9];
    checkpoints->copied = words[24];
    checkpoints->attempted = words[32];
    return 1;
}

/// Makes a connection close without a checkpoint and without deleting the log.
/// sqlite3_db_config is variadic.
static inline int trove_keep_log_at_close(sqlite3 *_Nonnull connection) {
    return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (void *)0);
}

/// Stores the number of pages in the write-ahead log, for trove_count_log_pages.
static inline int trove_keep_log_pages(
    void *_Nullable pages, sqlite3 *_Nullable connection, const char *_Nullable name, int count) {
    (void)connection, (void)name;
    *(int *)pages = count;
    return SQLITE_OK;
}

/// Stores the number of log pages after each commit, and disables SQLite's automatic checkpoints.
static inline void trove_count_log_pages(sqlite3 *_Nonnull connection, int *_Nonnull pages) {
    sqlite3_wal_hook(connection, trove_keep_log_pages, pages);
}

/// Tries to take a shared or exclusive lock on one byte of a file. Returns 0 on success. The lock
/// belongs to the open file, not to the process as SQLite's own locks do.
static inline int trove_lock_byte(int descriptor, int place, int is_shared) {
    struct flock lock = {
        .l_type = is_shared ? F_RDLCK : F_WRLCK, .l_whence = SEEK_SET, .l_start = place, .l_len = 1};
    return fcntl(descriptor, F_OFD_SETLK, &lock);
}

/// Releases the lock on one byte of a file.
static inline void trove_unlock_byte(int descriptor, int place) {
    struct flock lock = {
        .l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = place, .l_len = 1};
    fcntl(descriptor, F_OFD_SETLK, &lock);
}

/// Whether another process holds one of SQLite's locks on a database file, at the offsets that
/// SQLite's file format specifies. SQLite must not have the file open in this process.
static inline int trove_is_locked_elsewhere(int descriptor) {
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000000, .l_len = 512};
    return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}
