import Glibc

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

/// The character encoding of the process: always UTF-8.
package enum TextLocale {
    /// Makes the C library read and write UTF-8, whatever `LANG` says.
    ///
    /// The first thing a program does: libedit drops every byte that the locale cannot decode,
    /// and looks at the locale when it builds its key map. Numbers keep their decimal point.
    package static func prepare() {
        _ = prepared
    }

    /// Done once; a static is initialised exactly once, by whichever thread comes first.
    private static let prepared: Void = {
        // In a program no other thread looks at the locale yet: this is the first thing it does.
        unsafe setlocale(LC_ALL, "")
        unsafe setlocale(LC_NUMERIC, "C")
        // The text is the C library's and is copied at once.
        let encoding = unsafe nl_langinfo(nl_item(CODESET)).map { unsafe String(cString: $0) }
        if encoding != "UTF-8" {
            unsafe setlocale(LC_CTYPE, "C.UTF-8")
        }
    }()
}
