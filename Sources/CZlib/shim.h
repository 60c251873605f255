#pragma once
#include <dlfcn.h>
#include <zlib.h>

// zlib is not linked, because hardly any run of the program opens an archive: it is loaded when one
// is, and its functions are looked up by name. Each has the type that zlib's own header declares.

/// The functions of zlib that are used.
struct trove_zlib {
    typeof(inflateInit2_) *_Nonnull inflateInit2_;
    typeof(inflate) *_Nonnull inflate;
    typeof(inflateEnd) *_Nonnull inflateEnd;
    typeof(crc32) *_Nonnull crc32;
};

/// Loads zlib and looks up its functions; returns NULL, or the loader's words, which are the
/// thread's own until the loader is used again. The library stays loaded until the process ends.
static inline const char *_Nullable trove_zlib_load(
    struct trove_zlib *_Nonnull zlib, const char *_Nonnull name) {
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library) return dlerror();
#define TROVE_ZLIB_FIND(name)                              \
    zlib->name = (typeof(zlib->name))dlsym(library, #name); \
    if (!zlib->name) return dlerror();
    TROVE_ZLIB_FIND(inflateInit2_)
    TROVE_ZLIB_FIND(inflate)
    TROVE_ZLIB_FIND(inflateEnd)
    TROVE_ZLIB_FIND(crc32)
#undef TROVE_ZLIB_FIND
    return (const char *)0;
}

/// Begins to inflate raw data, without zlib's or gzip's own head, as archives have it. zlib has a
/// macro for this.
static inline int trove_zlib_begin(
    const struct trove_zlib *_Nonnull zlib, z_stream *_Nonnull stream) {
    return zlib->inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, (int)sizeof(z_stream));
}
