import CEditLine

/// The C library's table of widths, the one libedit draws by.
enum ScalarWidth {
    /// The columns of a scalar; nil when the table does not know it as printable.
    static func of(_ scalar: UInt32) -> Int? {
        let width = Int(trove_width(scalar))
        return width < 0 ? nil : width
    }
}
