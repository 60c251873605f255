// libmicrohttpd with a constant answer: the least that an HTTP server based on it costs. It has the
// threads and the settings of Trove's server.
//
//     constant_server BYTES
//
// answers every request with that many bytes. Its first line is {"ready": "http://127.0.0.1:PORT"}.
#include <arpa/inet.h>
#include <microhttpd.h>

#include "answering.h"

static struct MHD_Response *constant;

static enum MHD_Result answer(
    void *context, struct MHD_Connection *connection, const char *target, const char *method,
    const char *version, const char *data, size_t *count, void **request) {
    (void)context, (void)target, (void)method, (void)version, (void)data, (void)count;
    // The first call comes with the head. An answer there would end the connection.
    if (!*request) {
        *request = constant;
        return MHD_YES;
    }
    return MHD_queue_response(connection, 200, constant);
}

int main(int count, char **words) {
    if (count != 2) fail("usage: constant_server BYTES");
    size_t length = strtoul(words[1], NULL, 10);
    char *body = malloc(length);
    memset(body, ' ', length);
    constant = MHD_create_response_from_buffer(length, body, MHD_RESPMEM_PERSISTENT);
    MHD_add_response_header(constant, "Cache-Control", "no-store");
    MHD_add_response_header(constant, "X-Content-Type-Options", "nosniff");
    MHD_add_response_header(constant, "Content-Type", "application/json");
    struct sockaddr_in local = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct MHD_Daemon *daemon = MHD_start_daemon(
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, NULL,
        MHD_OPTION_SOCK_ADDR, &local, MHD_OPTION_THREAD_POOL_SIZE, 2u,
        MHD_OPTION_CONNECTION_LIMIT, 10000u, MHD_OPTION_CONNECTION_TIMEOUT, 65u,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768, MHD_OPTION_END);
    if (!daemon) fail("libmicrohttpd does not start");
    const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
    say("{\"ready\": \"http://127.0.0.1:%d\"}", info->port);
    // Until the end of the input.
    while (getchar() != EOF) continue;
    MHD_stop_daemon(daemon);
}
