#pragma once
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <microhttpd.h>

/// The settings of a daemon. The callbacks get `owner` as their first argument.
struct trove_httpd_settings {
    unsigned int connections;
    /// The idle time in seconds after which a connection is closed.
    unsigned int timeout;
    /// The memory for the head and the fields of one request, in bytes.
    size_t memory;
    void *_Nonnull owner;
    MHD_AcceptPolicyCallback _Nonnull accepts;
    MHD_NotifyConnectionCallback _Nonnull connection_changes;
    void *_Nullable (*_Nonnull begins)(
        void *_Nullable owner, const char *_Nullable target,
        struct MHD_Connection *_Nullable connection);
    MHD_AccessHandlerCallback _Nonnull advances;
    MHD_RequestCompletedCallback _Nonnull ends;
    /// For TLS, the versions and ciphers and the source of the certificate; null without TLS.
    const char *_Nullable priorities;
    gnutls_certificate_retrieve_function2 *_Nullable certificate;
};

/// Starts a daemon with one thread, which serves what MHD_add_connection gives it. Returns null on failure.
/// MHD_start_daemon is variadic.
static inline struct MHD_Daemon *_Nullable trove_httpd_start(
    const struct trove_httpd_settings *_Nonnull settings) {
    const struct MHD_OptionItem secure[] = {
        {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)settings->priorities},
        {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, (void *)settings->certificate},
        {MHD_OPTION_END, 0, 0},
    };
    const struct MHD_OptionItem plain[] = {{MHD_OPTION_END, 0, 0}};
    // No error log: it would only report mistakes of clients, and in a format of its own.
    unsigned int flags =
        MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET;
    if (settings->priorities) flags |= MHD_USE_TLS;
    return MHD_start_daemon(
        flags, 0, settings->accepts, settings->owner, settings->advances, settings->owner,
        MHD_OPTION_CONNECTION_LIMIT, settings->connections,
        MHD_OPTION_CONNECTION_TIMEOUT, settings->timeout,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->memory,
        MHD_OPTION_NOTIFY_CONNECTION, settings->connection_changes, settings->owner,
        MHD_OPTION_URI_LOG_CALLBACK, settings->begins, settings->owner,
        MHD_OPTION_NOTIFY_COMPLETED, settings->ends, settings->owner,
        MHD_OPTION_ARRAY, settings->priorities ? secure : plain,
        MHD_OPTION_END);
}

/// Returns the socket of a connection. MHD_get_connection_info is variadic, here and below.
static inline int trove_httpd_socket(struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    return info ? info->connect_fd : -1;
}

/// Returns the client's address.
static inline const struct sockaddr *_Nullable trove_httpd_peer(
    struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    return info ? info->client_addr : 0;
}

/// Returns the application's context of a connection.
static inline void *_Nullable trove_httpd_context(struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : 0;
}

/// Returns the size of a request's head, from the method to the end of the empty line.
static inline size_t trove_httpd_head_size(struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    return info ? info->header_size : 0;
}

/// Returns the status being sent to the client, including those with which the library itself
/// refused the request; 0 for none.
static inline unsigned int trove_httpd_status(struct MHD_Connection *_Nonnull connection) {
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_HTTP_STATUS);
    return info ? info->http_status : 0;
}
