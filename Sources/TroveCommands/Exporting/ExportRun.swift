import TroveModel
import TroveStore
import TroveTerminal

/// One export, from its first item to its last.
struct ExportRun {
    let context: any CommandContext
    /// Takes the bytes of the file, piece by piece.
    let sink: ([UInt8]) throws -> Void

    /// The result of an export.
    struct Outcome {
        var counts: [(kind: Kind, count: Int)] = []
        /// What is not in the file, such as photos whose content is missing.
        var warnings: [TerminalText] = []
    }

    /// Writes items in pieces, with a progress bar if that takes long. Throws if Ctrl-C is pressed.
    func write(_ parts: [ExportPart], to target: some ExportWriter) throws -> Outcome {
        var writer = target
        var outcome = Outcome()
        for (index, part) in parts.enumerated() {
            var count = 0
            var flushed = 0
            func pause(_ writer: inout some ExportWriter, _ more: Int, _ fraction: Double) throws {
                count += more
                guard count >= flushed + 1024 else { return }
                flushed = count
                try flush(&writer)
                context.user?.showProgress(
                    (Double(index) + fraction) / Double(parts.count), Message.exporting,
                    done: outcome.counts.reduce(count) { $0 + $1.count })
            }
            switch part.place {
            case .memory(let table, let rows):
                for row in rows {
                    try writer.append(table.row(at: row), of: part.kind)
                    try pause(&writer, 1, Double(count) / Double(rows.count))
                }
            case .file(let limit, let last):
                try writer.append(
                    part.kind, from: context.library.storedItems, limit: limit, through: last,
                    pause: pause)
            }
            outcome.counts.append((context.kinds[part.kind], count))
        }
        try writer.finish { writer, fraction in
            try flush(&writer)
            context.user?.showProgress(fraction, Message.exporting)
        }
        try flush(&writer)
        outcome.warnings = writer.warnings
        return outcome
    }

    private func flush(_ writer: inout some ExportWriter) throws {
        guard !context.isInterrupted else { throw CommandFailure(.isInterrupted) }
        try sink(writer.bytes)
        writer.removeBytes()
    }
}
