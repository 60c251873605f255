/// A key, possibly with Ctrl or Alt, as xterm sends it.
package enum Key: Hashable, Sendable {
    /// The Enter key.
    case enter
    /// The Tab key.
    case tab
    /// Shift-Tab.
    case backTab
    /// The Escape key.
    case escape
    /// Backspace: deletes to the left.
    case backspace
    /// Delete: deletes to the right.
    case delete
    /// The up arrow.
    case up
    /// The down arrow.
    case down
    /// The left arrow.
    case left
    /// The right arrow.
    case right
    /// Ctrl and the left arrow.
    case ctrlLeft
    /// Ctrl and the right arrow.
    case ctrlRight
    /// The Home key.
    case home
    /// The End key.
    case end
    /// The Page Up key.
    case pageUp
    /// The Page Down key.
    case pageDown
    /// Ctrl and a letter, or one of `@ [ \ ] ^ _ ?`.
    case ctrl(Character)
    /// Alt and another character, sent after Escape.
    case alt(Character)
    /// Alt and Backspace.
    case altBackspace
    /// Text from the clipboard.
    case paste(String)

    /// Returns what the terminal sends for the key.
    ///
    /// - Parameters:
    ///   - applicationCursor: Whether the program requested application cursor keys (mode 1).
    ///   - bracketedPaste: Whether the program requested marks around pasted text (mode 2004).
    /// - Returns: The bytes, as they come from a keyboard.
    package func bytes(applicationCursor: Bool, bracketedPaste: Bool) -> [UInt8] {
        let cursor = applicationCursor ? "\u{1B}O" : "\u{1B}["
        let text: String
        switch self {
        case .enter: text = "\r"
        case .tab: text = "\t"
        case .backTab: text = "\u{1B}[Z"
        case .escape: text = "\u{1B}"
        case .backspace: text = "\u{7F}"
        case .delete: text = "\u{1B}[3~"
        case .up: text = cursor + "A"
        case .down: text = cursor + "B"
        case .right: text = cursor + "C"
        case .left: text = cursor + "D"
        case .ctrlRight: text = "\u{1B}[1;5C"
        case .ctrlLeft: text = "\u{1B}[1;5D"
        case .home: text = cursor + "H"
        case .end: text = cursor + "F"
        case .pageUp: text = "\u{1B}[5~"
        case .pageDown: text = "\u{1B}[6~"
        case .ctrl("?"): text = "\u{7F}"
        case .ctrl(let character): return [(character.asciiValue ?? 0) & 0x1f]
        case .alt(let character): text = "\u{1B}\(character)"
        case .altBackspace: text = "\u{1B}\u{7F}"
        case .paste(let pasted):
            // Terminals send pasted line ends like the Enter key.
            let lines = String(pasted.map { $0.isNewline ? "\r" : $0 })
            text = bracketedPaste ? "\u{1B}[200~\(lines)\u{1B}[201~" : lines
        }
        return Array(text.utf8)
    }
}
