/// A `name:value` that a verb takes after other words.
package struct NamedValue<Command>: Sendable {
    /// The command's property for the value.
    package typealias Path<Value> = any WritableKeyPath<Command, Value> & Sendable

    let name: String
    /// The value's placeholder in help.
    let placeholder: String
    let value: Slot.Value
    /// The error when the value is missing; nil for an optional value.
    let isMissing: LanguageError.Argument?
    let put: @Sendable (Spanned<String>, inout Command) -> Void

    var synopsis: String {
        let whole = "\(name):\(placeholder)"
        return isMissing == nil ? "[\(whole)]" : whole
    }

    var content: Slot.Content { .named(name, value) }

    /// Creates an optional value.
    package static func optional(
        _ name: String, _ placeholder: String,
        _ path: Path<Spanned<String>?>, _ value: Slot.Value = .free
    ) -> Self {
        Self(name: name, placeholder: placeholder, value: value, isMissing: nil) { text, command in
            command[keyPath: path] = text
        }
    }

    /// Creates a required value.
    package static func required(
        _ name: String, _ placeholder: String,
        _ path: Path<Spanned<String>>, _ value: Slot.Value = .free,
        missing argument: LanguageError.Argument
    ) -> Self {
        Self(
            name: name, placeholder: placeholder, value: value, isMissing: argument
        ) { text, command in
            command[keyPath: path] = text
        }
    }
}
