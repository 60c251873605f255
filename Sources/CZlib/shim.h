#pragma once
#include <dlfcn.h>
#include <zlib.h>

// zlib is not linked, because few runs of the program open an archive: it is loaded for the first
// one, and its functions are looked up by name. Each has the type that zlib's header declares.

/// The functions of zlib that Trove uses.
struct trove_zlib {
    typeof(inflateInit2_) *_Nonnull inflateInit2_;
    typeof(inflate) *_Nonnull inflate;
    typeof(inflateEnd) *_Nonnull inflateEnd;
    typeof(deflateInit2_) *_Nonnull deflateInit2_;
    typeof(deflate) *_Nonnull deflate;
    typeof(deflateEnd) *_Nonnull deflateEnd;
    typeof(crc32) *_Nonnull crc32;
};

/// Loads zlib and looks up its functions. Returns NULL, or an error message that belongs to the
/// thread and is valid until its next use of the loader. The library stays loaded until the process
/// ends.
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
    TROVE_ZLIB_FIND(deflateInit2_)
    TROVE_ZLIB_FIND(deflate)
    TROVE_ZLIB_FIND(deflateEnd)
    TROVE_ZLIB_FIND(crc32)
#undef TROVE_ZLIB_FIND
    return (const char *)0;
}

/// Starts to inflate raw data, without a zlib or gzip header, as in archives. In zlib this is a
/// macro, which Swift cannot import.
static inline int trove_zlib_begin(
    const struct trove_zlib *_Nonnull zlib, z_stream *_Nonnull stream) {
    return zlib->inflateInit2_(stream, -MAX_WBITS, ZLIB_VERSION, (int)sizeof(z_stream));
}

/// Starts to deflate raw data, without a zlib or gzip header, as in archives. In zlib this is a
/// macro, which Swift cannot import.
static inline int trove_zlib_begin_deflating(
    const struct trove_zlib *_Nonnull zlib, z_stream *_Nonnull stream) {
    const int memory = 8;  // zlib's default
    return zlib->deflateInit2_(
        stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, memory, Z_DEFAULT_STRATEGY,
        ZLIB_VERSION, (int)sizeof(z_stream));
}
