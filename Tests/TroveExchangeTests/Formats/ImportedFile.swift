import Testing
import TroveExchange
import TroveModel
import TroveTesting

/// The result of importing a file, with values as displayed.
struct ImportedFile {
    var format = ""
    var items: [[String: String]] = []
    var lines: [Int] = []
    /// For each item the times at which it was finished: `2025-03-01 – 2025-03-14`.
    var completions: [[String]] = []
    var identities: [String?] = []
    var repairs: [TextRepair] = []
    var used: [String] = []
    var rejected: [(line: Int, why: ImportRejection, cells: [String])] = []
    var leftOutRows: [Int] = []
    var leftOut: [String] = []
    var notUnderstood: [String] = []

    init(path: String, as format: String? = nil, kinds: Kinds = .standard) throws {
        try self.init(path: path, as: format, ImportRequest(kinds: kinds))
    }

    init(path: String, as format: String? = nil, _ request: ImportRequest) throws {
        let choice = try format.map { try #require(ImportChoice(rawValue: $0)) }
        let kinds = request.kinds
        let reader = try ImportReader(ImportFile(path: path), as: choice, request)
        while let row = try reader.next() {
            switch row {
            case .item(let item):
                let kind = kinds[item.kind]
                var members = ["kind": kind.name]
                for (field, value) in zip(kind.fields, item.values) {
                    if let value { members[field.name] = "\(value)" }
                }
                items.append(members)
                lines.append(item.line)
                identities.append(item.identity)
                completions.append(
                    item.completions.map { one in
                        let started = one.started.map { "\($0) – " } ?? ""
                        return started + (one.on?.description ?? "?")
                    })
            case .rejected(let line, let why, let cells): rejected.append((line, why, cells))
            case .leftOut(let line): leftOutRows.append(line)
            }
        }
        self.format = reader.format
        leftOut = reader.leftOut
        notUnderstood = reader.notUnderstood
        repairs = reader.repairs
        used = reader.used
    }

    init(_ text: String, called name: String = "file.csv", as format: String? = nil) throws {
        let directory = try ScratchDirectory()
        try self.init(path: directory.write(text, to: name), as: format)
    }

    init(
        _ text: String, called name: String = "file.csv", as format: String? = nil,
        _ change: (inout ImportRequest) -> Void
    ) throws {
        let directory = try ScratchDirectory()
        var request = ImportRequest(kinds: .standard)
        change(&request)
        try self.init(path: directory.write(text, to: name), as: format, request)
    }

    init(_ bytes: [UInt8], called name: String = "file.csv") throws {
        let directory = try ScratchDirectory()
        try self.init(path: directory.write(bytes, to: name))
    }

    /// Returns the lines of an item's note.
    func note(_ index: Int = 0) -> [String] {
        (items[index]["note"] ?? items[index]["notes"] ?? "")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
