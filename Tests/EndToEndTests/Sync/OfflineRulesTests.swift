import Testing
import TroveCodecs
import TroveModel
import TroveTesting

/// What is possible without the server: kind × operation × connection state, with the real programs
/// (rows B7, G8, T6 and R4, and "Where the five disagree").
@Suite(.timeLimit(.minutes(20))) struct OfflineRulesTests {
    enum Rule: String, Sendable {
        case queue, refuse

        var other: Rule { self == .queue ? .refuse : .queue }
    }

    enum Operation: String, Sendable, CaseIterable {
        case create, update, delete

        var gerund: String {
            switch self {
            case .create: "adding"
            case .update: "changing"
            case .delete: "deleting"
            }
        }
    }

    /// The rules exactly as in the requirements.
    static let rules: [String: [Operation: Rule]] = [
        "book": [.create: .refuse, .update: .refuse, .delete: .refuse],
        "gem": [.create: .queue, .update: .refuse, .delete: .queue],
        "movie": [.create: .queue, .update: .refuse, .delete: .refuse],
        "read": [.create: .queue, .update: .queue, .delete: .queue],
    ]

    static let kinds = ["book", "gem", "movie", "read"]

    /// The state of the library before a command: the last thing that was done.
    enum Situation: Hashable, Sendable {
        case added, changed, deleted, returned
    }

    /// A command, and the operation that it is to the rules.
    struct Cell: Sendable, CustomStringConvertible {
        let kind: String
        let operation: Operation
        let situation: Situation
        let command: String

        var description: String { "\(kind) \(operation): \(command)" }
    }

    /// Returns the number of the kind's item in the libraries of `situations`.
    private static func number(of kind: String) -> Int {
        (kinds.firstIndex(of: kind) ?? 0) + 1
    }

    static func cells(of kind: String) -> [Cell] {
        let number = number(of: kind)
        var cells = [
            Cell(kind: kind, operation: .create, situation: .added, command: "add \(kind) Another"),
            Cell(
                kind: kind, operation: .create, situation: .deleted, command: "undo"),
            Cell(
                kind: kind, operation: .create, situation: .deleted,
                command: "snapshot restore there-\(kind) --yes"),
            Cell(
                kind: kind, operation: .update, situation: .added,
                command: "set \(number) \(change(kind))"),
            Cell(kind: kind, operation: .update, situation: .changed, command: "undo"),
            Cell(
                kind: kind, operation: .update, situation: .changed,
                command: "snapshot restore there-\(kind) --yes"),
            Cell(
                kind: kind, operation: .delete, situation: .added, command: "delete \(number) --yes"
            ),
            Cell(kind: kind, operation: .delete, situation: .added, command: "undo"),
            Cell(kind: kind, operation: .delete, situation: .returned, command: "redo"),
            Cell(
                kind: kind, operation: .delete, situation: .added,
                command: "snapshot restore before-\(kind) --yes"),
        ]
        let more: [String] =
            switch kind {
            case "book":
                [
                    "advance \(number)", "page \(number) 10", "rate \(number) 4",
                    "note \(number) nice",
                    "set \(number) lent-to:Bob",
                ]
            case "movie": ["rate \(number) 7", "note \(number) nice"]
            default: []
            }
        cells += more.map {
            Cell(kind: kind, operation: .update, situation: .added, command: $0)
        }
        return cells
    }

    static let cells = kinds.flatMap(cells)

    private static func change(_ kind: String) -> String {
        switch kind {
        case "movie": "notes:changed"
        case "read": "author:changed"
        default: "description:changed"
        }
    }

    /// Creates libraries in every situation for every kind: the files, by kind and situation.
    private func situations(
        _ trove: Trove
    ) throws -> [String: [Situation: [String: [UInt8]]]] {
        var all: [String: [Situation: [String: [UInt8]]]] = [:]
        for kind in Self.kinds {
            let number = Self.number(of: kind)
            let extra = kind == "book" ? " pages:300" : ""
            try trove.prepare(
                """
                snapshot save before-\(kind)
                add \(kind) "A \(kind)"\(extra)
                snapshot save there-\(kind)
                """)
            all[kind, default: [:]][.added] = try trove.libraryFiles()
            try trove.prepare("set \(number) \(Self.change(kind))")
            all[kind]?[.changed] = try trove.libraryFiles()
            try trove.prepare("delete \(number) --yes")
            all[kind]?[.deleted] = try trove.libraryFiles()
            try trove.prepare("undo")
            all[kind]?[.returned] = try trove.libraryFiles()
        }
        return all
    }

    // MARK: Offline

    /// The ways in which the server can be unavailable.
    enum Absence: Sendable, CaseIterable, CustomStringConvertible {
        case switchedOff, killed, signedOut

        var description: String {
            switch self {
            case .switchedOff: "net off"
            case .killed: "the server is killed"
            case .signedOut: "signed out"
            }
        }

        /// The beginning of a script in this state.
        var beginning: String { self == .switchedOff ? "net off\n" : "" }

        /// The error's description of it.
        var lack: String {
            switch self {
            case .switchedOff:
                "the server is not available (switched off with `net off`)"
            case .killed: "the server is not available (connection refused)"
            case .signedOut: "you are not logged in"
            }
        }

        /// The warning shown with a result.
        var warning: String {
            let reason: String =
                switch self {
                case .switchedOff:
                    "the server is not available (switched off with `net off`)"
                case .killed: "the server is not available (connection refused)"
                case .signedOut: "you are not logged in"
                }
            return "warning: \(reason): this is the local copy, last synced 3 hours ago"
        }
    }

    @Test(arguments: Absence.allCases, [false, true])
    func offlineEveryKindFollowsItsRules(_ absence: Absence, isTurnedRound: Bool) throws {
        let world = try SyncWorld()
        let device = try world.signedUp("laptop")
        var situations = try situations(device)
        #expect(try device.queue() == ["Nothing is queued."])
        switch absence {
        case .switchedOff, .killed: try world.server.kill()
        case .signedOut:
            for (kind, files) in situations {
                for situation in files.keys {
                    try device.putLibrary(files[situation] ?? [:])
                    try device.forgetToken()
                    situations[kind]?[situation] = try device.libraryFiles()
                }
            }
        }
        for cell in Self.cells {
            let files = try #require(situations[cell.kind]?[cell.situation], "\(cell)")
            let standard = try #require(Self.rules[cell.kind]?[cell.operation], "\(cell)")
            let rule = isTurnedRound ? standard.other : standard
            var script = absence.beginning
            if isTurnedRound { script += "policy \(cell.kind) \(cell.operation) \(rule)\n" }
            try check(cell, rule, absence, files, script)
        }
    }

    /// Runs a command without the server, and compares the result with the rule.
    private func check(
        _ cell: Cell, _ rule: Rule, _ absence: Absence, _ files: [String: [UInt8]],
        _ beginning: String
    ) throws {
        let trove = try SyncWorld.device("laptop").at("2026-11-20T15:00")
        try trove.putLibrary(files)
        let mark = "echo mark\n"
        let run = try trove.run(
            beginning + mark + "list\n" + mark + cell.command + "\n" + mark + "list\n" + mark
                + "queue\n", ["--json"])
        let parts = trove.answers(run)
        try #require(parts.count == 5, "\(cell)\n\(run)")
        let (before, said, after, queued) = (parts[1], parts[2], parts[3], parts[4])
        // Both lists say that they are copies, and how old.
        #expect(
            run.errorText.components(between: absence.warning + "\n").count == 3, "\(cell)\n\(run)")
        switch rule {
        case .refuse:
            #expect(run.status == .exited(1), "\(cell)\n\(run)")
            #expect(said == "", "\(cell)\n\(run)")
            #expect(after == before, "\(cell)\n\(run)")
            #expect(queued == "[]", "\(cell)\n\(run)")
            let needs = "\(cell.operation.gerund) a \(cell.kind) needs the server\n"
            #expect(run.errorText.contains("error: \(absence.lack): \(needs)"), "\(cell)\n\(run)")
            let advice =
                absence == .signedOut
                ? "log in first: `login EMAIL`"
                : "`policy \(cell.kind) \(cell.operation) queue` queues"
            #expect(
                run.errorText.contains("nothing was changed; \(advice)"), "\(cell)\n\(run)")
            // A new process does not find anything queued either.
            #expect(try trove.queue(["-c", "net off"]).last == "Nothing is queued.", "\(cell)")
        case .queue:
            #expect(run.status == .success, "\(cell)\n\(run)")
            #expect(said != "" && after != before, "\(cell)\n\(run)")
            let verb = ["create": "add", "update": "change", "delete": "delete"]
            let row =
                "{\"state\":\"waiting\",\"change\":\"\(verb[cell.operation.rawValue] ?? "") \(cell.kind)"
            #expect(queued.contains(row), "\(cell)\n\(run)")
            #expect(run.errorText.contains("1 change is queued"), "\(cell)\n\(run)")
            // What remains has its mark.
            let marks = after.components(between: "\"sync\":\"queued\"").count - 1
            #expect(marks == (cell.operation == .delete ? 0 : 1), "\(cell)\n\(run)")
        }
    }

    // MARK: Local and online

    /// A local library never refuses an operation, and never mentions a server.
    @Test(arguments: [false, true]) func aLocalLibraryAllowsEverything(isTurnedRound: Bool) throws {
        let situations = try situations(SyncWorld.device("laptop"))
        for cell in Self.cells {
            let trove = try SyncWorld.device("laptop")
            try trove.putLibrary(try #require(situations[cell.kind]?[cell.situation]))
            var script = ""
            if isTurnedRound {
                for kind in Self.kinds {
                    for operation in Operation.allCases {
                        script += "policy \(kind) \(operation) refuse\n"
                    }
                }
            }
            let mark = "echo mark\n"
            let run = try trove.run(
                script + mark + "list\n" + mark + cell.command + "\n" + mark + "list\n" + mark
                    + "queue\n", ["--json"])
            let parts = trove.answers(run)
            #expect(run.status == .success, "\(cell)\n\(run)")
            #expect(run.errorText == "", "\(cell)\n\(run)")
            #expect(parts[2] != "" && parts[1] != parts[3] && parts[4] == "[]", "\(cell)\n\(run)")
            #expect(!run.text.contains("\"sync\""), "\(cell)\n\(run)")
        }
    }

    /// Online, every operation succeeds, is on the server when it is acknowledged, and reaches
    /// another device.
    @Test func onlineEverythingSucceeds() throws {
        let world = try SyncWorld()
        let device = try world.signedUp("laptop")
        let other = try world.loggedIn("phone")
        for kind in Self.kinds {
            for (index, cell) in Self.cells(of: kind).enumerated() {
                try prepare(cell, device, index)
                let before = try device.json()
                let run = try device.run("\(command(cell, index))\nqueue\nlist", ["--json"])
                #expect(run.status == .success, "\(cell)\n\(run)")
                #expect(run.errorText == "", "\(cell)\n\(run)")
                #expect(!run.text.contains("\"sync\":\"unconfirmed\""), "\(cell)\n\(run)")
                let after = try device.json()
                #expect(after != before, "\(cell)\n\(run)")
                #expect(try bare(other.json()) == bare(after), "\(cell)")
            }
        }
    }

    /// Brings a live library into a cell's situation, with a new item named after the kind.
    private func prepare(_ cell: Cell, _ device: Trove, _ index: Int) throws {
        let name = "\"A \(cell.kind)\""
        for title in try device.titles() where ["A \(cell.kind)", "Another"].contains(title) {
            try device.prepare("delete \(Self.reference(to: title, cell.kind)) --yes")
        }
        try device.prepare(
            """
            snapshot save before-\(cell.kind)-\(index)
            add \(cell.kind) \(name)\(cell.kind == "book" ? " pages:300" : "")
            snapshot save there-\(cell.kind)-\(index)
            """)
        let reference = Self.reference(to: "A \(cell.kind)", cell.kind)
        let changed = "set \(reference) \(Self.change(cell.kind))\n"
        switch cell.situation {
        case .added: break
        case .changed: try device.prepare(changed)
        case .deleted: try device.prepare("delete \(reference) --yes")
        case .returned: try device.prepare("delete \(reference) --yes\nundo")
        }
    }

    /// Returns the command with the item's name in place of its number, and with the cell's
    /// snapshot.
    private func command(_ cell: Cell, _ index: Int) -> String {
        var words = cell.command.split(separator: " ").map(String.init)
        if words[0] == "snapshot" { words[2] += "-\(index)" }
        if words.count > 1, words[1] == "\(Self.number(of: cell.kind))" {
            words[1] = Self.reference(to: "A \(cell.kind)", cell.kind)
        }
        return words.joined(separator: " ")
    }

    /// Returns a reference to an item. A title does not name an entry of the read list.
    private static func reference(to title: String, _ kind: String) -> String {
        kind == "read" ? "read where title=\"\(title)\"" : "\"\(title)\""
    }

    /// Returns a listing without the numbers, which differ between devices.
    private func bare(_ json: String) throws -> Set<String> {
        let things = try JSON(parsing: Array(json.utf8)).array ?? []
        return Set(
            things.map { thing in
                JSON.object((thing.members ?? []).filter { !["number", "sync"].contains($0.name) })
                    .written
            })
    }
}
