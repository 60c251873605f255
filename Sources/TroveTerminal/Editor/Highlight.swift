/// A part of the line that is drawn in the look of a role.
package struct Highlight: Sendable, Equatable {
    /// The part of the line, in UTF-8 offsets.
    package var range: Range<Int>
    /// The look.
    package var role: Style.Role

    /// Creates a highlight.
    package init(_ range: Range<Int>, _ role: Style.Role) {
        self.range = range
        self.role = role
    }
}
