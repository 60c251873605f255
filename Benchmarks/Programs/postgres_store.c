// The statements that the server runs on PostgreSQL, pipelined over a few connections without a server
// in between: the store's own ceiling.
//
//     postgres_store ADDRESS STATEMENTS
//
// ADDRESS is that of a database with the server's tables and without users. STATEMENTS are those of the
// server.
//
//     users N          adds N users, each with a device
//     push C N K S     C connections save K new books of one of N users in each transaction, for S
//                      seconds; every connection has users of its own
//     pull C N K S     C connections read the first K entries of one of N users, for S seconds
//
// The answers are {"requests": 9, "s": 1.0, "cpu": 0.1}.
#include <arpa/inet.h>
#include <libpq-fe.h>
#include <pthread.h>

#include "answering.h"
#include "book.h"
#include "statements.h"

enum { MOST_USERS = 1000, MOST_PARAMETERS = 10, DEVICE = 1 };
enum { INTEGER = 20, TEXT = 25, UUID = 2950 };

static const char *address;
/// The last operation of each user, which is the last version too.
static long last[MOST_USERS + 1];

/// A connection, the thread that uses it, and the parameters of its next statement.
struct session {
    PGconn *connection;
    pthread_t thread;
    /// The connection's position, and the number of all.
    int place, places;
    void (*work)(struct session *session, long user, int count);
    int users, count;
    double end;
    long requests;
    const char *values[MOST_PARAMETERS];
    int lengths[MOST_PARAMETERS], formats[MOST_PARAMETERS], parameters;
    char *bytes;
    size_t used;
    /// The statements that were sent and not answered.
    int sent;
};

enum { BYTES = LONGEST_BATCH * (BOOK_ROOM + 200) };

// MARK: Parameters, in PostgreSQL's binary format

static void append(struct session *session, const void *bytes, size_t count) {
    memcpy(session->bytes + session->used, bytes, count);
    session->used += count;
}

static void append_number(struct session *session, int32_t number) {
    uint32_t bytes = htonl((uint32_t)number);
    append(session, &bytes, sizeof bytes);
}

static void append_integer(struct session *session, long number) {
    uint64_t bytes = __builtin_bswap64((uint64_t)number);
    append(session, &bytes, sizeof bytes);
}

static void begin_parameter(struct session *session) {
    session->values[session->parameters] = session->bytes + session->used;
    session->formats[session->parameters] = 1;
}

static void end_parameter(struct session *session) {
    const char *start = session->values[session->parameters];
    session->lengths[session->parameters++] = (int)(session->bytes + session->used - start);
}

static void add_integer(struct session *session, long number) {
    begin_parameter(session);
    append_integer(session, number);
    end_parameter(session);
}

static void begin_array(struct session *session, int32_t type, int count) {
    begin_parameter(session);
    append_number(session, 1);
    append_number(session, 0);
    append_number(session, type);
    append_number(session, count);
    append_number(session, 1);
}

static void append_element(struct session *session, const void *bytes, int count) {
    append_number(session, count);
    append(session, bytes, (size_t)count);
}

/// Adds an array of integers: from a first one on, or the same one repeated.
static void add_integers(struct session *session, long first, int step, int count) {
    begin_array(session, INTEGER, count);
    for (int place = 0; place < count; place++) {
        append_number(session, 8);
        append_integer(session, first + (long)step * place);
    }
    end_parameter(session);
}

/// Adds an array of the same text, or of NULL.
static void add_texts(struct session *session, int32_t type, const char *text, int count) {
    begin_array(session, type, count);
    for (int place = 0; place < count; place++) {
        if (text) append_element(session, text, (int)strlen(text));
        else append_number(session, -1);
    }
    end_parameter(session);
}

static void add_ids(struct session *session, long user, long first, int count) {
    begin_array(session, UUID, count);
    for (int place = 0; place < count; place++) {
        uint8_t id[ID_ROOM];
        write_id(id, user, first + place);
        append_element(session, id, ID_ROOM);
    }
    end_parameter(session);
}

static void add_books(struct session *session, long first, int count) {
    begin_array(session, TEXT, count);
    for (int place = 0; place < count; place++) {
        char book[BOOK_ROOM];
        append_element(session, book, write_book(book, first + place));
    }
    end_parameter(session);
}

static void write_token(uint8_t token[32], long user) {
    memset(token, 7, 32);
    memcpy(token, &user, sizeof user);
}

// MARK: Statements

/// Sends a statement with the parameters that were added.
static void send_statement(struct session *session, const char *name) {
    char plan[16];
    sprintf(plan, "s%d", find_statement(name));
    if (!PQsendQueryPrepared(
            session->connection, plan, session->parameters, session->values, session->lengths,
            session->formats, 1)) {
        fail("PostgreSQL: %s", PQerrorMessage(session->connection));
    }
    session->parameters = 0;
    session->used = 0;
    session->sent++;
}

static void send_of_user(struct session *session, const char *name, long user) {
    add_integer(session, user);
    send_statement(session, name);
}

static void send_with_number(struct session *session, const char *name, long user, long number) {
    add_integer(session, user);
    add_integer(session, number);
    send_statement(session, name);
}

/// Waits for the answers of all statements. Returns the most rows of one of them.
static int receive(struct session *session) {
    int most = 0;
    if (!PQpipelineSync(session->connection)) {
        fail("PostgreSQL: %s", PQerrorMessage(session->connection));
    }
    for (int place = 0; place < session->sent; place++) {
        PGresult *result = PQgetResult(session->connection);
        ExecStatusType status = PQresultStatus(result);
        if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK) {
            fail("PostgreSQL: %s", PQerrorMessage(session->connection));
        }
        int rows = PQntuples(result);
        most = rows > most ? rows : most;
        PQclear(result);
        // A NULL ends the answer.
        PQclear(PQgetResult(session->connection));
    }
    session->sent = 0;
    PGresult *end = PQgetResult(session->connection);
    if (PQresultStatus(end) != PGRES_PIPELINE_SYNC) fail("PostgreSQL lost the pipeline");
    PQclear(end);
    return most;
}

// MARK: Transactions

static void send_asking_device(struct session *session, long user) {
    uint8_t token[32];
    write_token(token, user);
    add_integer(session, user);
    begin_parameter(session);
    append(session, token, sizeof token);
    end_parameter(session);
    send_statement(session, "asking device");
}

static void push(struct session *session, long user, int count) {
    long first = last[user] + 1, end = last[user] + count;
    send_statement(session, "begin");
    send_of_user(session, "lock", user);
    send_of_user(session, "state", user);
    send_asking_device(session, user);
    send_with_number(session, "mark", user, last[user]);
    send_of_user(session, "definitions", user);
    send_of_user(session, "followed", user);
    add_integer(session, user);
    add_ids(session, user, first, count);
    send_statement(session, "find entries");
    receive(session);

    add_integer(session, user);
    add_ids(session, user, first, count);
    add_integers(session, first, 1, count);
    add_integers(session, DEVICE, 0, count);
    add_integers(session, 0, 0, count);
    add_texts(session, TEXT, "book", count);
    add_texts(session, TEXT, NULL, count);
    add_books(session, first, count);
    send_statement(session, "keep entries");

    add_integer(session, user);
    add_integers(session, first, 1, count);
    add_integers(session, DEVICE, 0, count);
    add_integers(session, first, 1, count);
    add_integers(session, 1767225600000, 0, count);
    add_integers(session, 0x1234567812345678, 0, count);
    add_ids(session, user, first, count);
    add_texts(session, TEXT, NULL, count);
    add_texts(session, UUID, NULL, count);
    send_statement(session, "ledger");

    add_integer(session, user);
    add_integer(session, end);
    add_integer(session, 0x1234567812345678);
    add_integer(session, end);
    add_integer(session, end * 600);
    send_statement(session, "advance");
    add_integer(session, user);
    add_integer(session, DEVICE);
    add_integer(session, end);
    add_integer(session, first - 1);
    add_integer(session, first - 1);
    add_integer(session, 1767225600000);
    send_statement(session, "progress");
    send_statement(session, "commit");
    receive(session);
    last[user] = end;
}

static void pull(struct session *session, long user, int count) {
    send_statement(session, "begin reading");
    send_of_user(session, "state", user);
    send_with_number(session, "mark", user, 0);
    send_asking_device(session, user);
    add_integer(session, user);
    add_integer(session, count + 1);
    add_integer(session, 0);
    send_statement(session, "page");
    if (receive(session) < count) fail("there are not so many entries");
    send_with_number(session, "mark", user, count);
    send_with_number(session, "device name", user, DEVICE);
    send_statement(session, "commit");
    receive(session);
}

// MARK: Measuring

static void *run_session(void *argument) {
    struct session *session = argument;
    long turn = 0;
    while (now() < session->end) {
        long user = 1 + (session->place + session->places * turn++) % session->users;
        session->work(session, user, session->count);
        session->requests++;
    }
    return NULL;
}

static PGconn *connect_to_database(void) {
    PGconn *connection = PQconnectdb(address);
    if (PQstatus(connection) != CONNECTION_OK) {
        fail("PostgreSQL: %s", PQerrorMessage(connection));
    }
    return connection;
}

static void measure(
    void (*work)(struct session *session, long user, int count), int connections, int users,
    int count, double seconds) {
    // A user whose operations came over two connections would have two states here.
    if (users > MOST_USERS || users % connections) fail("%d users do not fit", users);
    struct session *sessions = calloc((size_t)connections, sizeof *sessions);
    for (int place = 0; place < connections; place++) {
        struct session *session = &sessions[place];
        *session = (struct session){
            .connection = connect_to_database(), .place = place, .places = connections,
            .work = work, .users = users, .count = count, .bytes = malloc(BYTES)};
        for (int number = 0; number < statement_count; number++) {
            char plan[16];
            sprintf(plan, "s%d", number);
            PGresult *result =
                PQprepare(session->connection, plan, statements[number].sql, 0, NULL);
            if (PQresultStatus(result) != PGRES_COMMAND_OK) {
                fail("%s: %s", statements[number].name, PQerrorMessage(session->connection));
            }
            PQclear(result);
        }
        if (!PQenterPipelineMode(session->connection)) fail("PostgreSQL has no pipelines");
    }
    double processor = processor_time(), start = now();
    for (int place = 0; place < connections; place++) {
        sessions[place].end = start + seconds;
        pthread_create(&sessions[place].thread, NULL, run_session, &sessions[place]);
    }
    long requests = 0;
    for (int place = 0; place < connections; place++) {
        pthread_join(sessions[place].thread, NULL);
        requests += sessions[place].requests;
    }
    double time = now() - start;
    say("{\"requests\": %ld, \"s\": %f, \"cpu\": %f}", requests, time,
        processor_time() - processor);
    for (int place = 0; place < connections; place++) {
        PQfinish(sessions[place].connection);
        free(sessions[place].bytes);
    }
    free(sessions);
}

static void add_users(int count) {
    PGconn *connection = connect_to_database();
    for (long user = 1; user <= count; user++) {
        uint8_t token[32];
        write_token(token, user);
        char sql[900], text[65];
        for (int place = 0; place < 32; place++) sprintf(text + 2 * place, "%02x", token[place]);
        snprintf(
            sql, sizeof sql,
            "INSERT INTO users (user_id, email, name, password, epoch, created) VALUES (%ld, 'user%ld', 'User', '', "
            "'01900000-0000-7000-8000-000000000000', 0); "
            "INSERT INTO devices (user_id, number, id, name, created, seen) VALUES (%ld, %d, '%.32s', 'load', 0, 0); "
            "INSERT INTO tokens (user_id, device, hash) VALUES (%ld, %d, '\\x%s')",
            user, user, user, DEVICE, text, user, DEVICE, text);
        PGresult *result = PQexec(connection, sql);
        if (PQresultStatus(result) != PGRES_COMMAND_OK) {
            fail("PostgreSQL: %s", PQerrorMessage(connection));
        }
        PQclear(result);
    }
    PQfinish(connection);
    say("{\"users\": %d}", count);
}

static void answer(const char *word, const double *numbers, int count) {
    if (strcmp(word, "users") == 0 && count == 1 && numbers[0] <= MOST_USERS) {
        add_users((int)numbers[0]);
    } else if (strcmp(word, "push") == 0 && count == 4 && numbers[2] <= LONGEST_BATCH) {
        measure(push, (int)numbers[0], (int)numbers[1], (int)numbers[2], numbers[3]);
    } else if (strcmp(word, "pull") == 0 && count == 4) {
        measure(pull, (int)numbers[0], (int)numbers[1], (int)numbers[2], numbers[3]);
    } else {
        fail("%s cannot be asked", word);
    }
}

int main(int count, char **words) {
    if (count != 3) fail("usage: postgres_store ADDRESS STATEMENTS");
    address = words[1];
    read_statements(words[2]);
    answer_requests("postgres_store", answer);
}
