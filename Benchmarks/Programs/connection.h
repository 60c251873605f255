// A connection to an HTTP server that stays open. One thread waits for many of them with epoll.
#pragma once
#include <stdbool.h>
#include <stddef.h>

struct connection {
    int socket;
    /// What was received and not taken yet.
    char *input;
    size_t received, room;
    /// The last request.
    char *output;
    size_t output_room;
    /// When the request was written, by the clock of `now`.
    double began;
    /// What the owner keeps with it.
    int number;
};

struct reply {
    int status;
    const char *body;
    size_t length;
};

/// Says where the connections of this process lead: "127.0.0.1:8080".
void set_server(const char *address);

/// Connects, from the given address of this machine; NULL lets the system choose.
void open_connection(struct connection *connection, const char *source);

void close_connection(struct connection *connection);

/// Sends a request. `body` may be NULL, as may `token`.
void send_request(
    struct connection *connection, const char *method, const char *target, const char *token,
    const char *body);

/// Reads what has arrived. Returns whether that completes a reply, which is valid until the next
/// request.
bool receive(struct connection *connection, struct reply *reply);
