// Many devices of many users of Trove's server, on one thread, which speak the protocol of
// Documentation/sync-protocol.md.
//
//     load ADDRESS ACCOUNTS
//
// ADDRESS is the server's, http://127.0.0.1:PORT. ACCOUNTS is a file with the token and the epoch of
// each user, which `sign-up` writes. Every user has one device.
//
//     sign-up N      signs up N users
//     hello N S      N connections ask for `hello`, one request after the other, for S seconds
//     push N K S     the first N users push K new books at a time, one push after the other
//     pull N K S     the first N users read the first K entries of their history again and again
//     fill N K       the first N users push K books in all
//     park N K       sends N long polls, at most K of each user
//     answered       how many of them were answered
//     wake           one user pushes, and the answer of one of the user's polls is awaited
//     wake-all       every user pushes, over 32 connections, and all polls are awaited
//     slow N         opens N connections, each with a request that never ends. While other commands
//                    run, they send a byte now and then
//     cut-off        how many of the slow connections the server closed
//
// A command that takes seconds answers with the requests, the seconds, the processor time of this
// program, and the time of a request: {"requests": 9, "s": 1.0, "cpu": 0.1, "median_ms": 0.5,
// "p99_ms": 0.9, "longest_ms": 1.3}. A reply that is not as expected ends the program.
#include <errno.h>
#include <sys/epoll.h>
#include <stdint.h>
#include <sys/socket.h>
#include <unistd.h>

#include "answering.h"
#include "book.h"
#include "connection.h"

enum { HASHES = 4, WAKING = 32, WAIT = 20 };

struct user {
    char token[80], epoch[40], mark[20];
    long version;
    long number;
};

static const char *accounts_path;
static struct user *users;
static int user_count;

static struct connection *polls;
/// Whether each poll has no answer yet.
static bool *is_parked;
static int poll_count;
static int polls_of_user;

static struct connection *slow;
static int slow_count, next_slow;
static double next_drip;

// MARK: Users

static void read_users(void) {
    FILE *file = fopen(accounts_path, "r");
    if (!file) return;
    struct user user = {.mark = "0"};
    while (fscanf(file, "%79s %39s", user.token, user.epoch) == 2) {
        users = realloc(users, sizeof user * (size_t)(user_count + 1));
        users[user_count++] = user;
    }
    fclose(file);
}

static void need_users(int count) {
    if (count < 1 || count > user_count) fail("there are %d users, not %d", user_count, count);
}

/// Copies the text of a member of a JSON object that was written without blanks.
static void take_text(const char *body, const char *name, char *text, size_t room) {
    char start[40];
    snprintf(start, sizeof start, "\"%s\":\"", name);
    const char *found = strstr(body, start);
    if (!found) fail("there is no %s in %.500s", name, body);
    found += strlen(start);
    size_t length = strcspn(found, "\"");
    if (length >= room) fail("the %s is long: %.500s", name, found);
    memcpy(text, found, length);
    text[length] = 0;
}

static void require(const struct reply *reply, int status) {
    if (reply->status != status) fail("status %d: %.500s", reply->status, reply->body);
}

// MARK: Requests

/// Writes a push of books that a user does not have yet.
static const char *push_body(struct user *user, int number, int count) {
    static char body[LONGEST_BATCH * (BOOK_ROOM + 200)];
    char *end = body;
    end += sprintf(
        end, "{\"epoch\":\"%s\",\"since\":%ld,\"mark\":\"%s\",\"operations\":[", user->epoch,
        user->version, user->mark);
    for (int place = 0; place < count; place++) {
        long n = user->number + 1 + place;
        uint8_t id[ID_ROOM];
        write_id(id, number, n);
        end += sprintf(
            end, "%s{\"n\":%ld,\"action\":\"create\",\"kind\":\"book\",\"id\":\"", place ? "," : "", n);
        for (int byte = 0; byte < ID_ROOM; byte++) {
            bool is_part = byte == 4 || byte == 6 || byte == 8 || byte == 10;
            end += sprintf(end, is_part ? "-%02x" : "%02x", id[byte]);
        }
        end += sprintf(end, "\",\"base\":0,\"fields\":");
        end += write_book(end, n);
        end += sprintf(end, ",\"at\":1767225600000}");
    }
    sprintf(end, "]}");
    return body;
}

static void send_push(struct connection *connection, int count) {
    struct user *user = &users[connection->number];
    send_request(
        connection, "POST", "/v1/push", user->token, push_body(user, connection->number, count));
}

static void take_push(struct connection *connection, const struct reply *reply, int count) {
    require(reply, 200);
    struct user *user = &users[connection->number];
    const char *next = reply->body;
    for (int place = 0; place < count; place++) {
        next = strstr(next, "\"status\":\"applied\"");
        if (!next) fail("not all was applied: %.500s", reply->body);
        next++;
    }
    const char *version = strstr(reply->body, "\"seq\":");
    if (!version) fail("there is no version in %.500s", reply->body);
    user->version = strtol(version + 6, NULL, 10);
    take_text(reply->body, "mark", user->mark, sizeof user->mark);
    user->number += count;
}

static void send_poll(struct connection *connection) {
    const struct user *user = &users[connection->number];
    char target[300];
    snprintf(
        target, sizeof target, "/v1/changes?epoch=%s&since=%ld&mark=%s&wait=%d", user->epoch,
        user->version, user->mark, WAIT);
    send_request(connection, "GET", target, user->token, NULL);
}

// MARK: Loops

struct measured {
    long requests;
    double seconds, processor;
    /// The time of each request.
    float *times;
    long room;
};

/// What a loop sends and expects.
struct work {
    void (*send)(struct connection *connection, int count);
    void (*take)(struct connection *connection, const struct reply *reply, int count);
    int count;
};

static void watch(int epoll, struct connection *connection, int place) {
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP, .data.u32 = (uint32_t)place};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, connection->socket, &event) != 0) {
        fail("epoll_ctl: %s", strerror(errno));
    }
}

/// Sends a byte on some of the slow connections, so that each sends about one in a second.
static void drip(void) {
    if (!slow_count || now() < next_drip) return;
    next_drip = now() + 0.01;
    for (int count = 0; count <= slow_count / 100; count++) {
        struct connection *connection = &slow[next_slow++ % slow_count];
        // A connection that was cut off is counted later.
        send(connection->socket, "y", 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
}

static void note_time(struct measured *measured, double time) {
    if (measured->requests == measured->room) {
        measured->room = measured->room ? 2 * measured->room : 100000;
        measured->times = realloc(measured->times, sizeof(float) * (size_t)measured->room);
        if (!measured->times) fail("out of memory");
    }
    measured->times[measured->requests++] = (float)time;
}

/// Sends on every connection, one request after the other, for some time. A request that is not
/// answered then is awaited and not counted.
static struct measured run_loop(
    struct connection *connections, int count, double seconds, struct work work) {
    struct measured measured = {0};
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    double processor = processor_time(), start = now();
    int open = count;
    struct reply reply;
    for (int place = 0; place < count; place++) {
        watch(epoll, &connections[place], place);
        work.send(&connections[place], work.count);
    }
    while (open) {
        struct epoll_event events[64];
        int ready = epoll_wait(epoll, events, 64, 10);
        drip();
        for (int place = 0; place < ready; place++) {
            struct connection *connection = &connections[events[place].data.u32];
            if (!receive(connection, &reply)) continue;
            double time = now();
            work.take(connection, &reply, work.count);
            if (time - start > seconds) {
                open--;
                continue;
            }
            note_time(&measured, time - connection->began);
            measured.seconds = time - start;
            measured.processor = processor_time() - processor;
            work.send(connection, work.count);
        }
    }
    close(epoll);
    return measured;
}

static struct connection *open_connections(int count) {
    struct connection *connections = calloc((size_t)count, sizeof *connections);
    for (int place = 0; place < count; place++) {
        open_connection(&connections[place], NULL);
        connections[place].number = place;
    }
    return connections;
}

static void close_connections(struct connection *connections, int count) {
    for (int place = 0; place < count; place++) close_connection(&connections[place]);
    free(connections);
}

static int compare_times(const void *left, const void *right) {
    float a = *(const float *)left, b = *(const float *)right;
    return (a > b) - (a < b);
}

static void measure(int count, double seconds, struct work work) {
    struct connection *connections = open_connections(count);
    struct measured measured = run_loop(connections, count, seconds, work);
    close_connections(connections, count);
    long requests = measured.requests;
    if (!requests) fail("no request was answered in time");
    qsort(measured.times, (size_t)requests, sizeof(float), compare_times);
    say("{\"requests\": %ld, \"s\": %f, \"cpu\": %f, \"median_ms\": %f, \"p99_ms\": %f, \"longest_ms\": %f}",
        requests, measured.seconds, measured.processor, measured.times[requests / 2] * 1e3,
        measured.times[requests * 99 / 100] * 1e3, measured.times[requests - 1] * 1e3);
    free(measured.times);
}

static void send_hello(struct connection *connection, int count) {
    (void)count;
    send_request(connection, "GET", "/v1/hello", NULL, NULL);
}

static void take_hello(struct connection *connection, const struct reply *reply, int count) {
    (void)connection, (void)count;
    require(reply, 200);
}

static void send_pull(struct connection *connection, int count) {
    const struct user *user = &users[connection->number];
    char target[200];
    snprintf(
        target, sizeof target, "/v1/changes?epoch=%s&since=0&mark=0&limit=%d", user->epoch, count);
    send_request(connection, "GET", target, user->token, NULL);
}

static void take_pull(struct connection *connection, const struct reply *reply, int count) {
    (void)connection;
    require(reply, 200);
    // Every book has more than 200 bytes.
    if (reply->length < (size_t)count * 200) fail("a page is short: %.500s", reply->body);
}

static void fill(int count, int wanted) {
    struct connection *connections = open_connections(count);
    struct reply reply;
    for (int place = 0; place < count; place++) {
        while (users[place].number < wanted) {
            send_push(&connections[place], 100);
            while (!receive(&connections[place], &reply)) usleep(100);
            take_push(&connections[place], &reply, 100);
        }
    }
    close_connections(connections, count);
    say("{\"users\": %d}", count);
}

// MARK: Signing up

static int signed_up, signing_up;

static void send_sign_up(struct connection *connection, int count) {
    (void)count;
    connection->number = signing_up++;
    char body[300];
    snprintf(
        body, sizeof body,
        "{\"name\":\"User\",\"email\":\"user%d@example.org\",\"password\":\"only for benchmarks\","
        "\"device\":\"load\"}",
        connection->number);
    send_request(connection, "POST", "/v1/signup", NULL, body);
}

/// Signs users up, over a few connections at once, because hashing a password takes long. The server
/// lets one address sign a hundred up in an hour; this machine has many.
static void sign_up(int count) {
    users = realloc(users, sizeof *users * (size_t)count);
    FILE *file = fopen(accounts_path, "w");
    if (!file) fail("%s: %s", accounts_path, strerror(errno));
    while (signed_up < count) {
        struct connection connections[HASHES];
        char source[40];
        snprintf(source, sizeof source, "127.0.1.%d", 1 + signed_up / 80 % 250);
        int last = count < signed_up + 80 ? count : signed_up + 80;
        for (int place = 0; place < HASHES; place++) open_connection(&connections[place], source);
        while (signed_up < last) {
            int begun = 0;
            for (; begun < HASHES && signing_up < last; begun++) {
                send_sign_up(&connections[begun], 1);
            }
            for (int place = 0; place < begun; place++) {
                struct reply reply;
                while (!receive(&connections[place], &reply)) usleep(500);
                require(&reply, 201);
                struct user user = {.mark = "0"};
                take_text(reply.body, "token", user.token, sizeof user.token);
                take_text(reply.body, "epoch", user.epoch, sizeof user.epoch);
                users[connections[place].number] = user;
                signed_up++;
            }
        }
        for (int place = 0; place < HASHES; place++) close_connection(&connections[place]);
    }
    user_count = count;
    for (int place = 0; place < count; place++) {
        fprintf(file, "%s %s\n", users[place].token, users[place].epoch);
    }
    fclose(file);
    say("{\"accounts\": %d}", count);
}

// MARK: Polls

static void park_poll(int place) {
    send_poll(&polls[place]);
    is_parked[place] = true;
}

static void park(int count, int each) {
    need_users((count + each - 1) / each);
    polls = calloc((size_t)count, sizeof *polls);
    is_parked = calloc((size_t)count, sizeof *is_parked);
    poll_count = count;
    polls_of_user = each;
    for (int place = 0; place < count; place++) {
        open_connection(&polls[place], NULL);
        polls[place].number = place / each;
        park_poll(place);
    }
    say("{\"parked\": %d}", count);
}

/// Whether a poll has an answer; it is not taken.
static bool has_input(const struct connection *connection) {
    char byte;
    ssize_t count = recv(connection->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return count >= 0 || errno != EAGAIN;
}

static void count_answered(void) {
    int answered = 0;
    for (int place = 0; place < poll_count; place++) answered += has_input(&polls[place]);
    say("{\"answered\": %d}", answered);
}

/// Takes the answer of a poll, and returns whether it has the change of its user. A poll that has
/// waited as long as it may is answered without one, and sent again.
static bool take_poll(struct connection *poll, const struct reply *reply) {
    require(reply, 200);
    if (strstr(reply->body, "\"entries\":[{")) return true;
    if (now() - poll->began < WAIT) fail("a poll found nothing: %.500s", reply->body);
    send_poll(poll);
    return false;
}

/// Pushes for a number of users, and waits for all their polls. Returns the time from the first
/// request to the last answer.
static double wake_users(int first, int count) {
    struct reply reply;
    int pushers = count < WAKING ? count : WAKING;
    struct connection *connections = open_connections(pushers);
    int epoll = epoll_create1(EPOLL_CLOEXEC);
    int begin = first * polls_of_user, end = (first + count) * polls_of_user;
    if (end > poll_count) end = poll_count;
    for (int place = begin; place < end; place++) watch(epoll, &polls[place], place);
    for (int place = 0; place < pushers; place++) {
        watch(epoll, &connections[place], poll_count + place);
    }
    int next = first, waiting = end - begin, pushing = 0;
    double start = now();
    for (; pushing < pushers; pushing++) {
        connections[pushing].number = next++;
        send_push(&connections[pushing], 1);
    }
    double last = start;
    while (waiting || pushing) {
        struct epoll_event events[256];
        int ready = epoll_wait(epoll, events, 256, 30000);
        if (ready == 0) fail("%d polls were not answered", waiting);
        for (int event = 0; event < ready; event++) {
            int place = (int)events[event].data.u32;
            bool is_poll = place < poll_count;
            struct connection *connection =
                is_poll ? &polls[place] : &connections[place - poll_count];
            if (!receive(connection, &reply)) continue;
            if (is_poll) {
                if (!take_poll(connection, &reply)) continue;
                is_parked[place] = false;
                waiting--;
                last = now();
                continue;
            }
            take_push(connection, &reply, 1);
            if (next == first + count) {
                pushing--;
                continue;
            }
            connection->number = next++;
            send_push(connection, 1);
        }
    }
    close(epoll);
    close_connections(connections, pushers);
    return last - start;
}

static void wake(void) {
    static int next;
    if ((next + 1) * polls_of_user > poll_count) fail("all users have pushed");
    double time = wake_users(next++, 1);
    say("{\"ms\": %f}", time * 1e3);
}

static void wake_all(void) {
    for (int place = 0; place < poll_count; place++) {
        if (!is_parked[place]) park_poll(place);
    }
    int count = (poll_count + polls_of_user - 1) / polls_of_user;
    double processor = processor_time();
    double time = wake_users(0, count);
    say("{\"ms\": %f, \"cpu\": %f}", time * 1e3, processor_time() - processor);
}

// MARK: Slow connections

static void open_slow(int count) {
    slow = open_connections(count);
    slow_count = count;
    for (int place = 0; place < count; place++) {
        // By turns a head that never ends, and a body.
        const char *start = place % 2
            ? "GET /v1/hello HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
            : "POST /v1/login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999\r\n\r\n{";
        send(slow[place].socket, start, strlen(start), MSG_NOSIGNAL);
    }
    say("{\"open\": %d}", count);
}

static void count_cut_off(void) {
    int count = 0;
    for (int place = 0; place < slow_count; place++) count += has_input(&slow[place]);
    say("{\"cut_off\": %d}", count);
}

// MARK: Commands

static void answer(const char *word, const double *numbers, int count) {
    int first = count > 0 ? (int)numbers[0] : 0, second = count > 1 ? (int)numbers[1] : 0;
    if (strcmp(word, "sign-up") == 0 && count == 1) {
        sign_up(first);
    } else if (strcmp(word, "hello") == 0 && count == 2) {
        measure(first, numbers[1], (struct work){send_hello, take_hello, 0});
    } else if (strcmp(word, "push") == 0 && count == 3 && second <= LONGEST_BATCH) {
        need_users(first);
        measure(first, numbers[2], (struct work){send_push, take_push, second});
    } else if (strcmp(word, "pull") == 0 && count == 3) {
        need_users(first);
        measure(first, numbers[2], (struct work){send_pull, take_pull, second});
    } else if (strcmp(word, "fill") == 0 && count == 2) {
        need_users(first);
        fill(first, second);
    } else if (strcmp(word, "park") == 0 && count == 2) {
        park(first, second);
    } else if (strcmp(word, "answered") == 0) {
        count_answered();
    } else if (strcmp(word, "wake") == 0) {
        wake();
    } else if (strcmp(word, "wake-all") == 0) {
        wake_all();
    } else if (strcmp(word, "slow") == 0 && count == 1) {
        open_slow(first);
    } else if (strcmp(word, "cut-off") == 0) {
        count_cut_off();
    } else {
        fail("%s cannot be asked", word);
    }
}

int main(int count, char **words) {
    if (count != 3) fail("usage: load ADDRESS ACCOUNTS");
    set_server(words[1]);
    accounts_path = words[2];
    // The hard limit on open files is often far above the current one.
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
    read_users();
    signed_up = signing_up = 0;
    answer_requests("load", answer);
}
