import Glibc

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

/// The character encoding of the process: always UTF-8.
package enum TextLocale {
    /// Makes the C library read and write UTF-8, whatever `LANG` says.
    ///
    /// Must be the first thing a program does: libedit drops every byte that the locale cannot
    /// decode, and reads the locale when it builds its key map. Only the encoding follows the
    /// locale: numbers, dates and messages do not, and the files for them are not opened.
    package static func prepare() {
        _ = prepared
    }

    /// Set up once, by static initialization.
    private static let prepared: Void = {
        // This runs first in the program, so no other thread reads the locale yet.
        unsafe setlocale(LC_CTYPE, "")
        // The C library owns the string, which is copied at once.
        let encoding = unsafe nl_langinfo(nl_item(CODESET)).map { unsafe String(cString: $0) }
        if encoding != "UTF-8" {
            unsafe setlocale(LC_CTYPE, "C.UTF-8")
        }
    }()
}
