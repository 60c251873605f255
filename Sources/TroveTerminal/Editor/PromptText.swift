// libedit sends what is between two \1 unchanged. It sends such a sequence together with the next
// printable character, and loses it when none follows. The color is therefore reset before the last
// character, which is the prompt's final space.

/// Prompts in the form that libedit expects.
enum PromptText {
    /// Returns the prompt with its color codes. An empty prompt stays empty.
    static func colored(_ text: String, role: Style.Role, style: Style) -> String {
        guard style.isEnabled, !text.isEmpty else { return text }
        let whole = text.hasSuffix(" ") ? text : text + " "
        let body = whole.dropLast()
        guard !body.isEmpty else { return whole }
        return "\u{1}\u{1B}[\(role.code)m\u{1}\(body)\u{1}\u{1B}[0m\u{1} "
    }
}
