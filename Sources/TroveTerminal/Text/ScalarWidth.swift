import CEditLine

/// The C library's width table, which libedit uses too.
enum ScalarWidth {
    /// Returns the columns of a scalar, or nil when the table does not list it as printable.
    static func of(_ scalar: UInt32) -> Int? {
        let width = Int(trove_width(scalar))
        return width < 0 ? nil : width
    }
}
