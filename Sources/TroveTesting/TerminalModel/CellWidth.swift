import Glibc

/// The number of cells that a scalar takes.
///
/// Uses the C library's `wcwidth` in the locale C.UTF-8, as programs do: that a terminal and its
/// programs agree on widths matters more than correct widths.
enum CellWidth {
    // A locale object never changes after its creation, and this one is never freed.
    nonisolated(unsafe) private static let locale: locale_t? = unsafe newlocale(
        LC_CTYPE_MASK, "C.UTF-8", nil)

    /// Returns 0, 1 or 2. A scalar that the library does not know takes one cell, like its
    /// replacement box.
    static func of(_ scalar: Unicode.Scalar) -> Int {
        if scalar.isASCII { return 1 }
        guard let locale = unsafe locale else {
            preconditionFailure("the locale C.UTF-8 is missing: it comes with the C library")
        }
        // Changes this thread's locale, which is restored below.
        let before = unsafe uselocale(locale)
        let width = GNULibrary.wcwidth(wchar_t(bitPattern: scalar.value))
        unsafe uselocale(before)
        return width < 0 ? 1 : Int(width)
    }
}
