/// `field:value`, or `field:` which clears.
package struct Assignment: Sendable {
    /// As it was typed; perhaps no field has this name.
    package let field: Spanned<String>
    /// Nil clears the field.
    package let value: Spanned<String>?
    /// The whole argument.
    package let span: Range<Int>

    package init(field: Spanned<String>, value: Spanned<String>?, span: Range<Int>) {
        self.field = field
        self.value = value
        self.span = span
    }
}
