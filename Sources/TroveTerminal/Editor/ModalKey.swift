// While a list is open below the line, the program reads the keys itself and passes on to libedit
// those that do not belong to the list.

/// A key that is pressed while a list is open below the line.
enum ModalKey: Equatable {
    case character(Unicode.Scalar)
    case up, down, left, right, pageUp, pageDown, backTab, escape
    /// A key with Alt.
    case alternative(Unicode.Scalar)
    /// Any other special key: what follows ESC.
    case special(String)
    case paste(String)

    /// Recognizes a special key by what follows ESC.
    init(_ key: String) {
        switch key {
        case "[A", "OA": self = .up
        case "[B", "OB": self = .down
        case "[C", "OC": self = .right
        case "[D", "OD": self = .left
        case "[5~": self = .pageUp
        case "[6~": self = .pageDown
        case "[Z": self = .backTab
        default: self = .special(key)
        }
    }

    /// The key as the decoder delivers it, for libedit to process.
    var events: [InputDecoder.Event] {
        switch self {
        case .character(let scalar): [.scalar(scalar)]
        case .alternative(let scalar): [.scalar("\u{1B}"), .scalar(scalar)]
        case .special(let key): [.key(key)]
        case .paste(let text): [.paste(text)]
        case .up: [.key("[A")]
        case .down: [.key("[B")]
        case .right: [.key("[C")]
        case .left: [.key("[D")]
        case .pageUp: [.key("[5~")]
        case .pageDown: [.key("[6~")]
        case .backTab: [.key("[Z")]
        case .escape: [.scalar("\u{1B}")]
        }
    }
}
