// While a list is open below the line, the program reads the keys itself and passes on to libedit
// those that do not belong to the list. A special key is `ESC [ … final` or `ESC O final`; ESC with
// nothing behind it is the Escape key, and ESC with a character is Alt and that character.

/// A key that is pressed while a list is open below the line.
enum ModalKey: Equatable {
    case character(Unicode.Scalar)
    case up, down, left, right, pageUp, pageDown, backTab, escape
    /// Any other special key: what follows ESC.
    case sequence([Unicode.Scalar])
    case paste(String)

    /// Recognizes a special key by what follows ESC; nothing stands for the Escape key.
    init(afterEscape scalars: [Unicode.Scalar]) {
        switch String(String.UnicodeScalarView(scalars)) {
        case "": self = .escape
        case "[A", "OA": self = .up
        case "[B", "OB": self = .down
        case "[C", "OC": self = .right
        case "[D", "OD": self = .left
        case "[5~": self = .pageUp
        case "[6~": self = .pageDown
        case "[Z": self = .backTab
        default: self = .sequence(scalars)
        }
    }

    /// Whether a sequence after ESC needs more characters.
    static func isIncomplete(_ scalars: [Unicode.Scalar]) -> Bool {
        switch scalars.first {
        case "O": scalars.count < 2
        case "[": scalars.count < 2 || (0x20..<0x40).contains(scalars[scalars.count - 1].value)
        default: false
        }
    }

    /// The key as the decoder delivers it, for libedit to process.
    var events: [InputDecoder.Event] {
        switch self {
        case .character(let scalar): [.scalar(scalar)]
        case .paste(let text): [.paste(text)]
        case .up: Self.escape("[A")
        case .down: Self.escape("[B")
        case .right: Self.escape("[C")
        case .left: Self.escape("[D")
        case .pageUp: Self.escape("[5~")
        case .pageDown: Self.escape("[6~")
        case .backTab: Self.escape("[Z")
        case .escape: Self.escape("")
        case .sequence(let scalars):
            Self.escape(String(String.UnicodeScalarView(scalars)))
        }
    }

    private static func escape(_ text: String) -> [InputDecoder.Event] {
        [.scalar("\u{1B}")] + text.unicodeScalars.map { .scalar($0) }
    }
}
