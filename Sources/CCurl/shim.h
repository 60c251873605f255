#pragma once
#include <curl/curl.h>
#include <dlfcn.h>
#include <stdbool.h>
// Swift's Glibc module does not include this header.
#include <sys/eventfd.h>
#include <sys/socket.h>

// libcurl is not linked, because loading it and its dependencies takes about 3 ms at every start.
// It is loaded when it is needed, and its functions are looked up by name. Each has the type that
// curl's header declares.

/// The functions of libcurl that Trove uses.
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

/// Loads libcurl, looks up its functions and initializes it. Returns NULL, or an error message that
/// belongs to the thread and is valid until its next use of the loader. The library stays loaded
/// until the process ends.
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

// The setters and getters of libcurl are variadic: one wrapper for each type of value.

/// Sets a string option. The easy handle copies the string.

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

/// Sets a pointer option. The handle keeps the pointer, not a copy of what it points to.
static inline CURLcode trove_curl_set_pointer(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, CURLoption option,
    void *_Nullable value) {
    return curl->easy_setopt(handle, option, value);
}

/// Sets the body, which the handle copies. The size must be set first.
static inline CURLcode trove_curl_set_body(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, const void *_Nonnull bytes,
    curl_off_t count) {
    CURLcode code = curl->easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE, count);
    if (code != CURLE_OK) return code;
    return curl->easy_setopt(handle, CURLOPT_COPYPOSTFIELDS, bytes);
}

/// Creates a close-on-exec socket; libcurl 7.88 does not set the flag itself.
static inline curl_socket_t trove_curl_open_socket(
    void *_Nullable context, curlsocktype purpose, struct curl_sockaddr *_Nonnull address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Sets the callbacks of a handle, each called with the context: for a header line of the reply,
/// for a part of its body, and before a request is sent.
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

/// Returns a number about the last transfer; 0 when it is not available.
static inline long trove_curl_number(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, CURLINFO info) {
    long value = 0;
    return curl->easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

/// Returns a size from the last transfer; 0 when it is not available.
static inline curl_off_t trove_curl_size(
    const struct trove_curl *_Nonnull curl, CURL *_Nonnull handle, CURLINFO info) {
    curl_off_t value = 0;
    return curl->easy_getinfo(handle, info, &value) == CURLE_OK ? value : 0;
}

/// Sets the maximum number of idle connections.
static inline CURLMcode trove_curl_keep_connections(
    const struct trove_curl *_Nonnull curl, CURLM *_Nonnull multi, long count) {
    return curl->multi_setopt(multi, CURLMOPT_MAXCONNECTS, count);
}

/// Takes the next transfer that has ended. Returns its context and stores its result; NULL when
/// there is none. The message is valid only until the next call, and contains a union.
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

/// Returns a non-blocking, close-on-exec descriptor that is readable while its counter is not zero.
static inline int trove_counter(void) {
    return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
}
