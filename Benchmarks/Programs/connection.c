#include "connection.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include "answering.h"

static struct sockaddr_in server = {.sin_family = AF_INET};
static char host[64];

void set_server(const char *address) {
    const char *start = strstr(address, "://");
    snprintf(host, sizeof host, "%s", start ? start + 3 : address);
    char name[sizeof host];
    strcpy(name, host);
    char *colon = strchr(name, ':');
    if (!colon) fail("no port in %s", address);
    *colon = 0;
    server.sin_port = htons((uint16_t)atoi(colon + 1));
    if (inet_pton(AF_INET, name, &server.sin_addr) != 1) fail("no address in %s", address);
}

void open_connection(struct connection *connection, const char *source) {
    *connection = (struct connection){.socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    if (connection->socket < 0) fail("socket: %s", strerror(errno));
    if (source) {
        struct sockaddr_in own = {.sin_family = AF_INET};
        inet_pton(AF_INET, source, &own.sin_addr);
        int one = 1;
        // The port is chosen while connecting, so that each address has all ports.
        setsockopt(connection->socket, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &one, sizeof one);
        if (bind(connection->socket, (struct sockaddr *)&own, sizeof own) != 0) {
            fail("bind to %s: %s", source, strerror(errno));
        }
    }
    if (connect(connection->socket, (struct sockaddr *)&server, sizeof server) != 0) {
        fail("connect: %s", strerror(errno));
    }
    int one = 1;
    setsockopt(connection->socket, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
}

void close_connection(struct connection *connection) {
    close(connection->socket);
    free(connection->input);
    free(connection->output);
}

static void make_room(char **buffer, size_t *room, size_t wanted) {
    if (*room >= wanted) return;
    *room = wanted < 2 * *room ? 2 * *room : wanted;
    *buffer = realloc(*buffer, *room);
    if (!*buffer) fail("out of memory");
}

void send_request(
    struct connection *connection, const char *method, const char *target, const char *token,
    const char *body) {
    size_t count = body ? strlen(body) : 0;
    make_room(&connection->output, &connection->output_room, 1000 + strlen(target) + count);
    char *end = connection->output;
    end += sprintf(end, "%s %s HTTP/1.1\r\nHost: %s\r\nTrove-Format: 2\r\n", method, target, host);
    if (token) end += sprintf(end, "Authorization: Bearer %s\r\n", token);
    if (body) end += sprintf(end, "Content-Type: application/json\r\nContent-Length: %zu\r\n", count);
    end += sprintf(end, "\r\n");
    if (body) memcpy(end, body, count);
    size_t length = (size_t)(end - connection->output) + count;
    connection->received = 0;
    connection->began = now();
    // The server reads meanwhile, so this does not wait for long.
    for (size_t sent = 0; sent < length;) {
        ssize_t more =
            send(connection->socket, connection->output + sent, length - sent, MSG_NOSIGNAL);
        if (more < 0) fail("send: %s", strerror(errno));
        sent += (size_t)more;
    }
}

/// Returns whether the input holds a complete reply.
static bool find_reply(struct connection *connection, struct reply *reply) {
    char *head = connection->input;
    char *end = memmem(head, connection->received, "\r\n\r\n", 4);
    if (!end) return false;
    char *field = memmem(head, (size_t)(end - head), "\r\nContent-Length: ", 18);
    reply->length = field ? strtoul(field + 18, NULL, 10) : 0;
    reply->body = end + 4;
    reply->status = atoi(head + 9);
    return (size_t)(reply->body - head) + reply->length <= connection->received;
}

bool receive(struct connection *connection, struct reply *reply) {
    while (true) {
        // With room for a byte after the reply, so that its text can be ended.
        make_room(&connection->input, &connection->room, connection->received + 2048);
        size_t room = connection->room - connection->received - 1;
        ssize_t count =
            recv(connection->socket, connection->input + connection->received, room, MSG_DONTWAIT);
        if (count < 0 && errno == EAGAIN) return false;
        if (count < 0) fail("receive: %s", strerror(errno));
        if (count == 0) fail("the server closed a connection");
        connection->received += (size_t)count;
        connection->input[connection->received] = 0;
        if (find_reply(connection, reply)) return true;
    }
}
