import TroveCodecs
package import TroveTerminal

// The format: https://docs.asciinema.org/manual/asciicast/v2/. The first line is an object, each
// further line `[SECONDS, "o", TEXT]`.

/// Writes a recording of a terminal as an asciicast of version 2.
///
/// Its clock moves only when it is told to, so a recording takes no time and is the same each time.
package struct CastWriter: Sendable {
    /// The lines so far, in UTF-8.
    package private(set) var bytes: [UInt8] = []
    /// How every recording begins.
    static let beginning = Array(#"{"version":"#.utf8)

    /// The time since the start.
    private var milliseconds = 0

    /// Begins a recording.
    package init(size: TerminalSize, title: String) {
        var json = JSONText()
        json.append(#"{"version":2,"width":\#(size.columns),"height":\#(size.rows),"title":"#)
        json.append(string: title)
        json.append(#","env":{"TERM":"xterm-256color"}}"#)
        bytes = json.bytes + [0x0A]
    }

    /// Lets time pass.
    package mutating func wait(milliseconds: Int) {
        self.milliseconds += max(0, milliseconds)
    }

    /// Records what is written to the terminal at this moment.
    package mutating func write(_ text: String) {
        guard !text.isEmpty else { return }
        let thousandths = String(1000 + milliseconds % 1000).dropFirst()
        var json = JSONText()
        json.append("[\(milliseconds / 1000).\(thousandths),\"o\",")
        json.append(string: text)
        json.append("]\n")
        bytes += json.bytes
    }
}
