import Glibc

/// How many cells of a terminal a scalar takes.
///
/// The answer is the C library's `wcwidth` in the locale C.UTF-8, which is also what programs go by:
/// a terminal and its programs have to agree on widths more than they have to be right.
enum CellWidth {
    // A locale object is never changed once it is made, and this one is never freed.
    nonisolated(unsafe) private static let locale: locale_t? = unsafe newlocale(
        LC_CTYPE_MASK, "C.UTF-8", nil)

    /// 0, 1 or 2; what the library does not know takes one cell, like the box that stands for it.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        guard let locale = unsafe locale else {
            preconditionFailure("the locale C.UTF-8 is missing: it comes with the C library")
        }
        // The locale is this thread's only until the next line but one.
        let before = unsafe uselocale(locale)
        let width = GNULibrary.wcwidth(wchar_t(bitPattern: scalar.value))
        unsafe uselocale(before)
        return width < 0 ? 1 : Int(width)
    }
}
