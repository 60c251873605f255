#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <stdbool.h>
// Swift's own modules of the C library leave this header out.
#include <sys/eventfd.h>
#include <sys/socket.h>

// libcurl is not linked: with the libraries that it brings along it would make every start of the
// program some three milliseconds longer. It is loaded when it is needed, and its functions are
// looked up by name. Each has the type that curl's own header declares.

/// The functions of libcurl that are used.
struct trove_curl {
    typeof(curl_global_init) *_Nonnull global_init;
    typeof(curl_easy_init) *_Nonnull easy_init;
    typeof(curl_easy_setopt) *_Nonnull easy_setopt;
    typeof(curl_easy_getinfo) *_Nonnull easy_getinfo;
    typeof(curl_easy_reset) *_Nonnull easy_reset;
    typeof(curl_easy_cleanup) *_Nonnull easy_cleanup;
    typeof(curl_easy_strerror) *_Nonnull easy_strerror;
    typeof(curl_slist_append) *_Nonnull slist_append;
    typeof(curl_slist_free_all) *_Nonnull slist_free_all;
    typeof(curl_multi_init) *_Nonnull multi_init;
    typeof(curl_multi_setopt) *_Nonnull multi_setopt;
    typeof(curl_multi_add_handle) *_Nonnull multi_add_handle;
    typeof(curl_multi_remove_handle) *_Nonnull multi_remove_handle;
    typeof(curl_multi_perform) *_Nonnull multi_perform;
    typeof(curl_multi_poll) *_Nonnull multi_poll;
    typeof(curl_multi_wakeup) *_Nonnull multi_wakeup;
    typeof(curl_multi_info_read) *_Nonnull multi_info_read;
    typeof(curl_multi_cleanup) *_Nonnull multi_cleanup;
};

/// Loads libcurl, looks up its functions and prepares it; returns NULL, or the loader's words.
/// The library stays loaded until the process ends. The words are the thread's own, until the
/// loader is used again.
static inline const char *_Nullable trove_curl_load(
    struct trove_curl *_Nonnull curl, const char *_Nonnull name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define TROVE_CURL_FIND(name)                                            \
    curl->name = (typeof(curl->name))dlsym(library, "curl_" #name);      \
    if (!curl->name) return dlerror();
    TROVE_CURL_FIND(global_init)
    TROVE_CURL_FIND(easy_init)
    TROVE_CURL_FIND(easy_setopt)
    TROVE_CURL_FIND(easy_getinfo)
    TROVE_CURL_FIND(easy_reset)
    TROVE_CURL_FIND(easy_cleanup)
    TROVE_CURL_FIND(easy_strerror)
    TROVE_CURL_FIND(slist_append)
    TROVE_CURL_FIND(slist_free_all)
    TROVE_CURL_FIND(multi_init)
    TROVE_CURL_FIND(multi_setopt)
    TROVE_CURL_FIND(multi_add_handle)
    TROVE_CURL_FIND(multi_remove_handle)
    TROVE_CURL_FIND(multi_perform)
    TROVE_CURL_FIND(multi_poll)
    TROVE_CURL_FIND(multi_wakeup)
    TROVE_CURL_FIND(multi_info_read)
    TROVE_CURL_FIND(multi_cleanup)
#undef TROVE_CURL_FIND
    return curl->global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ? (const char *)0
                                                              : "libcurl does not start";
}

// The setters and getters of libcurl are variadic: one wrapper for each type of value. The easy
// handle keeps a copy of a text.

static inline CURLcode trove_curl_set_text(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, CURLoption option,
    const char *_Nullable value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode trove_curl_set_number(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, CURLoption option, long value) {
    return curl->easy_setopt(handle, option, value);
}

static inline CURLcode trove_curl_set_size(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, CURLoption option,
    curl_off_t value) {
    return curl->easy_setopt(handle, option, value);
}

/// The handle keeps the pointer, and not what it points to.
static inline CURLcode trove_curl_set_pointer(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, CURLoption option,
    void *_Nullable value) {
    return curl->easy_setopt(handle, option, value);
}

/// Takes a copy of a body. Its size has to be known before it is handed over.
static inline CURLcode trove_curl_set_body(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, const void *_Nonnull bytes,
    curl_off_t count) {
    CURLcode code = curl->easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, count);
    if (code != CURLE_OK) return code;
    return curl->easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

/// Makes a socket that no child inherits, which libcurl 7.88 does not see to.
static inline curl_socket_t trove_curl_open_socket(
    void *_Nullable context, curlsocktype purpose, struct curl_sockaddr *_Nonnull address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Says which functions a handle calls, each with the context: for a line of the reply's head, for
/// a piece of its body, and before a request is sent.
static inline CURLcode trove_curl_set_callbacks(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle,
    size_t (*_Nonnull head)(char *_Nonnull, size_t, size_t, void *_Nonnull),
    size_t (*_Nonnull body)(char *_Nonnull, size_t, size_t, void *_Nonnull),
    int (*_Nonnull sending)(void *_Nonnull, char *_Nullable, char *_Nullable, int, int),
    void *_Nonnull context) {
    CURLcode code = curl->easy_setopt(handle, CURLOPT_HEADERFUNCTION, head);
    if (!code) code = curl->easy_setopt(handle, CURLOPT_HEADERDATA, context);
    if (!code) code = curl->easy_setopt(handle, CURLOPT_WRITEFUNCTION, body);
    if (!code) code = curl->easy_setopt(handle, CURLOPT_WRITEDATA, context);
    if (!code) code = curl->easy_setopt(handle, CURLOPT_PREREQFUNCTION, sending);
    if (!code) code = curl->easy_setopt(handle, CURLOPT_PREREQDATA, context);
    if (!code) code = curl->easy_setopt(handle, CURLOPT_PRIVATE, context);
    if (!code) {
        code = curl->easy_setopt(
            handle, CURLOPT_OPENSOCKETFUNCTION, (curl_opensocket_callback)trove_curl_open_socket);
    }
    return code;
}

/// A number that the handle knows; 0 when it does not.
static inline long trove_curl_number(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, CURLINFO info) {
    long value = 0;
    return curl->easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

/// A size that the handle knows; 0 when it does not.
static inline curl_off_t trove_curl_size(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, CURLINFO info) {
    curl_off_t value = 0;
    return curl->easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

/// How many connections are kept open while nobody uses them.
static inline CURLMcode trove_curl_keep_connections(
    const struct trove_curl *_Nonnull curl, CURLM *_Nonnull multi, long count) {
    return curl->multi_setopt(multi, CURLMOPT_MAXCONNECTS, count);
}

/// Takes the next transfer that has ended: its context, and how it ended; NULL when there is none.
/// Its message is gone with the next call, and holds a union.
static inline void *_Nullable trove_curl_take_ended(
    const struct trove_curl *_Nonnull curl, CURLM *_Nonnull multi, CURLcode *_Nonnull code) {
    int left = 0;
    CURLMsg *message;
    while ((message = curl->multi_info_read(multi, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        void *context = (void *)0;
        curl->easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, (char **)&context);
        return context;
    }
    return (void *)0;
}

/// A descriptor that is readable while its counter is not zero, which no child inherits and which
/// never blocks.
static inline int trove_counter(void) {
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}
