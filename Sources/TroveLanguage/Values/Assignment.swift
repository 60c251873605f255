/// `field:value`, or `field:` to clear the field.
package struct Assignment: Sendable {
    /// The field's name as typed; it may be unknown.
    package let field: Spanned<String>
    /// The value; nil to clear the field.
    package let value: Spanned<String>?
    /// The span of the whole argument.
    package let span: Range<Int>

    /// Creates an assignment.
    package init(field: Spanned<String>, value: Spanned<String>?, span: Range<Int>) {
        self.field = field
        self.value = value
        self.span = span
    }
}
