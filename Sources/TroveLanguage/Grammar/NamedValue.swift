/// A `name:value` that a verb takes behind other words.
package struct NamedValue<Command>: Sendable {
    /// Where a command keeps the value.
    package typealias Path<Value> = any WritableKeyPath<Command, Value> & Sendable

    let name: String
    /// As help shows the value.
    let placeholder: String
    let value: Slot.Value
    /// What is said where it is missing; nil where it may be left out.
    let isMissing: LanguageError.Argument?
    let put: @Sendable (Spanned<String>, inout Command) -> Void

    var synopsis: String {
        let whole = "\(name):\(placeholder)"
        return isMissing == nil ? "[\(whole)]" : whole
    }

    var content: Slot.Content { .named(name, value) }

    /// A value that may be left out.
    package static func optional(
        _ name: String, _ placeholder: String,
        _ path: Path<Spanned<String>?>, _ value: Slot.Value = .free
    ) -> Self {
        Self(name: name, placeholder: placeholder, value: value, isMissing: nil) { text, command in
            command[keyPath: path] = text
        }
    }

    /// A value that must be there.
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
