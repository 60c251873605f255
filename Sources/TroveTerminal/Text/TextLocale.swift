import Glibc

// The unsafe calls in this file pass C strings and records that live until the call returns; the C
// library keeps none of them.

/// The character encoding of the process: always UTF-8.
package enum TextLocale {
    /// Makes the C library read and write UTF-8, whatever `LANG` says.
    ///
    /// Must be called before libedit is used, which drops every byte that the locale cannot decode
    /// and reads the locale when it builds its key map; before the width of a character is asked
    /// for; and before the program starts its first thread, because the C library's locale is not
    /// guarded. A program that does none of these need not open the files of the locale. Only the
    /// encoding follows the locale: numbers, dates and messages do not.
    package static func prepare() {
        _ = prepared
    }

    /// Set up once, by static initialization.
    private static let prepared: Void = {
        // No other thread has been started, so none reads the locale.
        unsafe setlocale(LC_CTYPE, "")
        // The C library owns the string, which is copied at once.
        let encoding = unsafe nl_langinfo(nl_item(CODESET)).map { unsafe String(cString: $0) }
        if encoding != "UTF-8" {
            unsafe setlocale(LC_CTYPE, "C.UTF-8")
        }
    }()
}
