// libedit sends what stands between two \1 as it is. Such a sequence is sent together with the
// printable character after it, and is lost when there is none: the colour is therefore switched
// off before the last character, which is the space that a prompt ends in anyhow.

/// Prompts as libedit wants them.
enum PromptText {
    /// The prompt with its colour; an empty prompt stays empty.
    static func colored(_ text: String, role: Style.Role, style: Style) -> String {
        guard style.isEnabled, !text.isEmpty else { return text }
        let whole = text.hasSuffix(" ") ? text : text + " "
        let body = whole.dropLast()
        guard !body.isEmpty else { return whole }
        return "\u{1}\u{1B}[\(role.code)m\u{1}\(body)\u{1}\u{1B}[0m\u{1} "
    }
}
