// A plain loop of the transactions that the server runs on SQLite, without a server around it: the
// store's own ceiling.
//
//     sqlite_store STORE STATEMENTS
//
// STORE is a file with the server's tables and without users. STATEMENTS are those of the server.
//
//     users N        adds N users, each with a device
//     push N K S     each of N users in turn saves K new books in one transaction, for S seconds
//     pull N K S     each of N users in turn reads the first K entries, for S seconds
//
// The answers are {"requests": 9, "s": 1.0}.
#include <sqlite3.h>

#include "answering.h"
#include "book.h"
#include "statements.h"

enum { MOST_USERS = 1000, LOG_PAGES = 8000, DEVICE = 1 };

static sqlite3 *database;
static sqlite3_stmt *prepared[32];
/// The last operation of each user, which is the last version too.
static long last[MOST_USERS + 1];

static void check(int code) {
    if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE) {
        fail("SQLite: %s", sqlite3_errmsg(database));
    }
}

static void execute(const char *sql) {
    check(sqlite3_exec(database, sql, NULL, NULL, NULL));
}

static sqlite3_stmt *statement(const char *name) {
    int place = find_statement(name);
    if (!prepared[place]) {
        check(sqlite3_prepare_v3(
            database, statements[place].sql, -1, SQLITE_PREPARE_PERSISTENT, &prepared[place], NULL));
    }
    return prepared[place];
}

/// Runs a statement to its end, reads every column of its rows, and returns their number.
static int run(sqlite3_stmt *statement) {
    int rows = 0, code;
    while ((code = sqlite3_step(statement)) == SQLITE_ROW) {
        for (int column = 0; column < sqlite3_column_count(statement); column++) {
            if (sqlite3_column_type(statement, column) == SQLITE_INTEGER) {
                sqlite3_column_int64(statement, column);
            } else {
                sqlite3_column_blob(statement, column);
            }
        }
        rows++;
    }
    check(code);
    sqlite3_reset(statement);
    return rows;
}

static void write_token(uint8_t token[32], long user) {
    memset(token, 7, 32);
    memcpy(token, &user, sizeof user);
}

static int run_of_user(const char *name, long user) {
    sqlite3_stmt *query = statement(name);
    sqlite3_bind_int64(query, 1, user);
    return run(query);
}

static int run_with_number(const char *name, long user, long number) {
    sqlite3_stmt *query = statement(name);
    sqlite3_bind_int64(query, 2, number);
    return run_of_user(name, user);
}

static void read_asking_device(long user) {
    uint8_t token[32];
    write_token(token, user);
    sqlite3_bind_blob(statement("asking device"), 2, token, sizeof token, SQLITE_STATIC);
    if (run_of_user("asking device", user) != 1) fail("a token is unknown");
}

static void push(long user, int count) {
    static char books[LONGEST_BATCH][BOOK_ROOM];
    static uint8_t ids[LONGEST_BATCH][ID_ROOM];
    int lengths[LONGEST_BATCH];
    long first = last[user] + 1, end = last[user] + count;
    for (int place = 0; place < count; place++) {
        lengths[place] = write_book(books[place], first + place);
        write_id(ids[place], user, first + place);
    }
    execute("BEGIN IMMEDIATE");
    run_of_user("lock", user);
    run_of_user("state", user);
    read_asking_device(user);
    run_with_number("mark", user, last[user]);
    run_of_user("definitions", user);
    run_of_user("followed", user);
    sqlite3_stmt *find = statement("find entries"), *keep = statement("keep entries");
    sqlite3_stmt *note = statement("ledger");
    for (int place = 0; place < count; place++) {
        sqlite3_bind_int64(find, 1, user);
        sqlite3_bind_blob(find, 2, ids[place], ID_ROOM, SQLITE_STATIC);
        run(find);
    }
    for (int place = 0; place < count; place++) {
        sqlite3_bind_int64(keep, 1, user);
        sqlite3_bind_blob(keep, 2, ids[place], ID_ROOM, SQLITE_STATIC);
        sqlite3_bind_int64(keep, 3, first + place);
        sqlite3_bind_int64(keep, 4, DEVICE);
        sqlite3_bind_int64(keep, 5, 0);
        sqlite3_bind_text(keep, 6, "book", 4, SQLITE_STATIC);
        sqlite3_bind_null(keep, 7);
        sqlite3_bind_text(keep, 8, books[place], lengths[place], SQLITE_STATIC);
        run(keep);
    }
    for (int place = 0; place < count; place++) {
        sqlite3_bind_int64(note, 1, user);
        sqlite3_bind_int64(note, 2, first + place);
        sqlite3_bind_int64(note, 3, DEVICE);
        sqlite3_bind_int64(note, 4, first + place);
        sqlite3_bind_int64(note, 5, 1767225600000);
        sqlite3_bind_int64(note, 6, 0x1234567812345678);
        sqlite3_bind_blob(note, 7, ids[place], ID_ROOM, SQLITE_STATIC);
        sqlite3_bind_null(note, 8);
        sqlite3_bind_null(note, 9);
        run(note);
    }
    sqlite3_stmt *advance = statement("advance");
    sqlite3_bind_int64(advance, 2, end);
    sqlite3_bind_int64(advance, 3, 0x1234567812345678);
    sqlite3_bind_int64(advance, 4, end);
    sqlite3_bind_int64(advance, 5, end * 600);
    run_of_user("advance", user);
    sqlite3_stmt *progress = statement("progress");
    sqlite3_bind_int64(progress, 3, end);
    sqlite3_bind_int64(progress, 4, first - 1);
    sqlite3_bind_int64(progress, 5, first - 1);
    sqlite3_bind_int64(progress, 6, 1767225600000);
    run_with_number("progress", user, DEVICE);
    execute("COMMIT");
    last[user] = end;
}

static void pull(long user, int count) {
    execute("BEGIN");
    run_of_user("state", user);
    run_with_number("mark", user, 0);
    read_asking_device(user);
    sqlite3_bind_int64(statement("page"), 3, 0);
    if (run_with_number("page", user, count + 1) < count) fail("there are not so many entries");
    run_with_number("mark", user, count);
    run_with_number("device name", user, DEVICE);
    execute("COMMIT");
}

static void add_users(int count) {
    if (count > MOST_USERS) fail("too many users");
    execute("BEGIN IMMEDIATE");
    for (long user = 1; user <= count; user++) {
        uint8_t token[32];
        write_token(token, user);
        char sql[900], text[65];
        for (int place = 0; place < 32; place++) sprintf(text + 2 * place, "%02x", token[place]);
        snprintf(
            sql, sizeof sql,
            "INSERT INTO users (user_id, email, name, password, epoch, created) VALUES (%ld, 'user%ld', 'User', '', "
            "'01900000-0000-7000-8000-000000000000', 0); "
            "INSERT INTO devices (user_id, number, id, name, created, seen) VALUES (%ld, %d, x'%.32s', 'load', 0, 0); "
            "INSERT INTO tokens (user_id, device, hash) VALUES (%ld, %d, x'%s')",
            user, user, user, DEVICE, text, user, DEVICE, text);
        execute(sql);
    }
    execute("COMMIT");
    say("{\"users\": %d}", count);
}

static void measure(void (*work)(long user, int count), int users, int count, double seconds) {
    long requests = 0;
    double start = now(), time = 0;
    while (time < seconds) {
        work(1 + requests++ % users, count);
        time = now() - start;
    }
    say("{\"requests\": %ld, \"s\": %f}", requests, time);
}

static void answer(const char *word, const double *numbers, int count) {
    if (strcmp(word, "users") == 0 && count == 1) {
        add_users((int)numbers[0]);
    } else if (strcmp(word, "push") == 0 && count == 3 && numbers[1] <= LONGEST_BATCH) {
        measure(push, (int)numbers[0], (int)numbers[1], numbers[2]);
    } else if (strcmp(word, "pull") == 0 && count == 3) {
        measure(pull, (int)numbers[0], (int)numbers[1], numbers[2]);
    } else {
        fail("%s cannot be asked", word);
    }
}

int main(int count, char **words) {
    if (count != 3) fail("usage: sqlite_store STORE STATEMENTS");
    read_statements(words[2]);
    check(sqlite3_open_v2(
        words[1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL));
    execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -65536");
    // As long as the server lets the log grow.
    sqlite3_wal_autocheckpoint(database, LOG_PAGES);
    answer_requests("sqlite_store", answer);
}
