import TroveCodecs

/// A recording of a terminal: an asciicast of version 2
/// (https://docs.asciinema.org/manual/asciicast/v2/).
package struct CastFile: Sendable {
    /// A text that was written to the terminal.
    package struct Event: Sendable, Equatable {
        /// The time since the start, in seconds.
        package let time: Double
        /// The text, with its escape sequences.
        package let text: String
    }

    /// A recording that cannot be read.
    package struct Malformed: Error, CustomStringConvertible {
        /// The number of the line, from 1.
        package let line: Int

        /// The place of the mistake.
        package var description: String { "line \(line) of the recording is malformed" }
    }

    /// The size of the terminal.
    package let size: WindowSize
    /// The title; empty for none.
    package let title: String
    /// The output, in its order.
    package let events: [Event]

    /// Reads a recording.
    ///
    /// - Throws: `Malformed`.
    package init(_ bytes: [UInt8]) throws {
        var values: [JSON] = []
        for line in bytes.split(separator: 0x0A) {
            guard let value = try? JSON(parsing: Array(line)) else {
                throw Malformed(line: values.count + 1)
            }
            values.append(value)
        }
        guard let head = values.first, head["version"]?.int == 2,
            let columns = head["width"]?.int, let rows = head["height"]?.int,
            (1...1000).contains(columns), (1...1000).contains(rows)
        else { throw Malformed(line: 1) }
        size = WindowSize(columns: columns, rows: rows)
        title = head["title"]?.text ?? ""
        var events: [Event] = []
        for (index, value) in values.enumerated().dropFirst() {
            guard let parts = value.array, parts.count == 3, let time = parts[0].double,
                let kind = parts[1].text, let text = parts[2].text
            else { throw Malformed(line: index + 1) }
            if kind == "o" { events.append(Event(time: time, text: text)) }
        }
        self.events = events
    }

    /// The terminal after the last event.
    package var lastScreen: TerminalModel {
        var terminal = TerminalModel(size: size)
        for event in events { terminal.receive(event.text) }
        return terminal
    }

    /// Returns the last screen that shows a text; nil if none does.
    package func lastScreen(showing text: String) -> TerminalModel? {
        var terminal = TerminalModel(size: size)
        var found: TerminalModel?
        for event in events {
            terminal.receive(event.text)
            if terminal.screen.contains(text) { found = terminal }
        }
        return found
    }
}
