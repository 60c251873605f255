package import TroveModel
package import TroveStore
package import TroveTerminal

/// A format that writes most replies as text for users. Such formats differ only in listings, items
/// and reports.
package protocol TextFormat: OutputFormat {
    var context: OutputContext { get }
}

extension TextFormat {
    package func write(_ message: TerminalText, into bytes: inout [UInt8]) {
        bytes.append(context.fitted(message) + "\n")
    }

    package func write(_ results: ResultListing, into bytes: inout [UInt8]) {
        write(results.report, into: &bytes)
        let footer = context.fitted(Message.footer(of: results))
        bytes.append(context.style(.faint, footer) + "\n")
    }

    package func write(_ statistics: Statistics, into bytes: inout [UInt8]) {
        write(statistics.report, into: &bytes)
    }

    package func write(page: Int, of total: Int?, in item: Item, into bytes: inout [UInt8]) {
        let title = item.title
        if let total {
            let label: TerminalText = "\(title): page \(page) of \(total)"
            let room = context.width.map { $0 - label.width - 2 } ?? ProgressText.fullWidth
            let isBeside = room >= ProgressText.minimumWidth
            let bar = ProgressText.bar(
                page, of: total, isPlain: context.isPlain,
                columns: isBeside ? room : context.width)
            write(isBeside ? "\(label)  \(bar)" : "\(label)\n\(bar)", into: &bytes)
        } else {
            write("\(title): page \(page)", into: &bytes)
        }
    }

    package func write(
        counts: [(kind: Kind, count: Int)], total: Int, into bytes: inout [UInt8]
    ) {
        bytes.append("\(total)\n")
    }

    package func write(_ snapshots: [Snapshot], into bytes: inout [UInt8]) {
        if snapshots.isEmpty { write(Message.noSnapshots, into: &bytes) }
        for snapshot in snapshots {
            bytes.append("\(LocalTime(snapshot.at))  \(snapshot.name)\n")
        }
    }

    package func write(picture: TerminalText, into bytes: inout [UInt8]) {
        bytes.append(picture)
    }
}

// MARK: Changes

extension TextFormat {
    /// Returns whether a change updates or deletes a record: it may follow from the change of
    /// another item, or be the user's own.
    private func mayBeOwnChangeOfRecord(_ report: ChangeReport) -> Bool {
        switch report.change?.action {
        case nil, .create: false
        case .update, .delete: context.kinds.isRecord(report.item.kind)
        }
    }

    /// Writes changes; on a terminal, only the first ones of many, and how to revert several.
    package func write(_ changes: [ChangeReport], into bytes: inout [UInt8]) {
        guard context.isForTerminal else {
            for change in changes { write(change, into: &bytes) }
            return
        }
        let shown = min(changes.count, 10)
        for change in changes.prefix(shown) { write(change, into: &bytes) }
        if shown < changes.count {
            let rest = Message.more(changes.count - shown, of: changes.count)
            bytes.append(context.style(.faint, rest) + "\n")
        }
        // A record follows from the change of another item.
        let changed = changes.count { $0.change != nil && !context.kinds.isRecord($0.item.kind) }
        if changed > 1 {
            let isCounted = !changes.contains(where: mayBeOwnChangeOfRecord)
            let undo = Message.undoReverts(isCounted ? changed : nil)
            bytes.append(context.style(.faint, undo) + "\n")
        }
    }

    private func write(_ report: ChangeReport, into bytes: inout [UInt8]) {
        let kind = context.kinds[report.item.kind]
        let name = Message.name(of: report.item, kind)
        guard let change = report.change else {
            write(report.note ?? Message.unchanged(name), into: &bytes)
            return
        }
        if report.item.kind == context.kinds.definitions {
            return write(definition: report.item, change, into: &bytes)
        }
        func begin(_ done: TerminalText) {
            let done = context.style(.good, done)
            let note = report.note.map { " (\($0))" as TerminalText }
            guard context.width == nil else {
                return write(done + name + (note ?? ""), into: &bytes)
            }
            bytes.append(done)
            bytes.append(name)
            if let note { bytes.append(note) }
            bytes.append("\n")
        }
        switch change.action {
        case .create: begin("Added ")
        case .delete: begin("Deleted ")
        case .update(let fields):
            begin("Changed ")
            write(
                differences: fields.map { field in
                    let name = kind.fields[field.field].name
                    return (name, Message.difference(field, kind, longestValue: context.width))
                }, into: &bytes)
        }
    }

    /// Writes what a change did to the definition of a kind or a field.
    private func write(definition item: Item, _ change: Change, into bytes: inout [UInt8]) {
        let done: TerminalText =
            switch change.action {
            case .create: "Defined "
            case .update: "Changed "
            case .delete: "Removed the definition of "
            }
        write(context.style(.good, done) + Message.name(ofDefinition: item), into: &bytes)
        guard case .update = change.action else { return }
        write(
            differences: Definition.changes(by: change.action).map { property in
                (property.name, Message.difference(property))
            }, into: &bytes)
    }

    /// Writes a line for each name, with its value before and after.
    private func write(
        differences: [(name: String, text: TerminalText)], into bytes: inout [UInt8]
    ) {
        let width = differences.map(\.name.count).max() ?? 0
        for (name, text) in differences {
            let name = TerminalText(name).padded(to: width)
            let head: TerminalText = "  \(context.style(.faint, name))  "
            bytes.append(FieldText.lines(head, text, width: context.width))
        }
    }

    package func write(
        log: [LoggedCommand], total: Int, arguments: String, into bytes: inout [UInt8]
    ) {
        for command in log {
            let record = command.record
            let time = context.style(.faint, "\(LocalTime(record.at))")
            let summary = Message.summary(of: command, context.kinds)
            let mark = context.style(.faint, Message.mark(of: record))
            var head: TerminalText = "\(time)  \(record.by)  "
            if let width = context.width, head.width > width / 2 {
                // Beside the head, each line would have room for only a word.
                bytes.append(context.fitted(head.trimmedAtEnd) + "\n")
                head = "  "
            }
            bytes.append(FieldText.lines(head, summary + mark, width: context.width))
        }
        if log.count < total {
            let text = context.fitted(Message.logIsCut(log.count, of: total, arguments))
            bytes.append(context.style(.faint, text) + "\n")
        }
    }

    package func write(
        differences: [ChangeReport], since place: String, into bytes: inout [UInt8]
    ) {
        if differences.isEmpty { write(Message.noDifferences(since: place), into: &bytes) }
        for difference in differences { write(difference, into: &bytes) }
    }

    package func write(
        reverted: LoggedCommand, items: Int, isMixed: Bool, into bytes: inout [UInt8]
    ) {
        let summary = Message.summary(
            of: reverted.record.changes, title: reverted.title, items: items, isMixed: isMixed,
            context.kinds)
        let done = context.style(.good, reverted.record.isRedo ? "Redone: " : "Undone: ")
        write(done + summary, into: &bytes)
    }
}
