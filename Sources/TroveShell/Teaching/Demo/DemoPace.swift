import TroveTerminal

/// The pauses of a demo, in milliseconds. The times follow from the length of the text, for a
/// reader of about 200 words a minute.
struct DemoPace: Equatable {
    /// How many times faster than normal the demo plays.
    private(set) var speed = 1.0

    /// The times by which `+` and `-` change the speed.
    private static let speeds = [0.25, 0.5, 1, 2, 4, 8]

    /// Between two letters of a command.
    var letter: Int { scaled(45) }
    /// Between the last letter and Enter.
    var enter: Int { scaled(350) }
    /// After a step, in addition to the time for reading.
    var step: Int { scaled(1500) }
    /// After a picture.
    var drawing: Int { scaled(1800) }
    /// The shortest pause at which a held demo waits for Space.
    var shortest: Int { scaled(400) }
    /// Before a recording answers a question.
    var question: Int { scaled(3000) }

    /// The time to read a text.
    func reading(_ text: TerminalText) -> Int {
        scaled(min(9000, 500 + 45 * text.width))
    }

    /// The time of a `pause` directive.
    func pause(_ duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        return scaled(Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }

    mutating func speedUp() { speed = Self.speeds.first { $0 > speed } ?? speed }

    mutating func slowDown() { speed = Self.speeds.last { $0 < speed } ?? speed }

    private func scaled(_ milliseconds: Int) -> Int { Int(Double(milliseconds) / speed) }
}
