#pragma once
#include <utf8proc.h>

/// Writes the canonical decomposition (NFD, Unicode annex 15) of UTF-8 as scalars, in canonical order.
/// Returns the number of scalars; if that exceeds the room, the scalars written are not in order,
/// and the caller must call again with more room. Negative for bytes that are not UTF-8. Of the
/// library's options only this one is used; the others change the text.
static inline utf8proc_ssize_t trove_decompose(
    const utf8proc_uint8_t *_Nonnull bytes, utf8proc_ssize_t count,
    utf8proc_int32_t *_Nonnull scalars, utf8proc_ssize_t room) {
    return utf8proc_decompose(bytes, count, scalars, room, UTF8PROC_DECOMPOSE);
}
