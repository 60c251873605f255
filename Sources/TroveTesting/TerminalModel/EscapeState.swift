/// The state of parsing a control sequence (ECMA-48 5.4, after the state diagram of Paul Williams's
/// parser for DEC terminals).
enum EscapeState: Hashable, Sendable {
    /// Ordinary text.
    case ground
    /// After Escape.
    case escape
    /// After Escape and an intermediate character such as `(`: one more follows.
    case escapeIntermediate(String)
    /// After `ESC [`, with the characters since.
    case controlSequence(String)
    /// In a string that is skipped; whether its last character was Escape.
    case string(endsWithEscape: Bool)
}
