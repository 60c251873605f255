/// How far a terminal has read into a control sequence (ECMA-48 5.4, after the state diagram of
/// Paul Williams's parser for DEC terminals).
enum EscapeState: Hashable, Sendable {
    /// Ordinary text.
    case ground
    /// After Escape.
    case escape
    /// After Escape and an intermediate character such as `(`: one more follows.
    case escapeIntermediate(String)
    /// After `ESC [`: what came since then.
    case controlSequence(String)
    /// Within a string that nobody reads, and whether its last character was Escape.
    case string(endsWithEscape: Bool)
}
