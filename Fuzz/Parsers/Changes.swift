import TroveModel
import TroveSQLite
import TroveStore
import TroveTesting

/// Checks that anything in the change log is read or rejected, and that `check` and undo handle it.
///
/// The first byte of the input selects the action, the second the kind; the rest are the fields of
/// the change. With the highest bit of the first byte, the rest is a batch of changes, and the
/// second byte is their number less one.
func tryChanges(_ input: [UInt8]) {
    guard input.count >= 2, let world = unsafe try? world.get() else { return }
    do {
        let isBatch = input[0] & 0x80 != 0
        try world.write(batch: isBatch ? Array(input.dropFirst(2)) : nil, last: Int(input[1]) + 2)
        try world.write(
            action: ["create", "update", "delete", "merge"][Int(input[0] & 3)],
            kind: Kinds.standard.all[Int(input[1]) % Kinds.standard.all.count].name,
            fields: isBatch ? [] : Array(input.dropFirst(2)))
    } catch {
        preconditionFailure("the change cannot be written: \(error)")
    }
    if let records = try? world.library.history.commands(limit: 10) {
        for change in records.flatMap(\.changes) {
            precondition(change.inverse.inverse == change, "the inverse of the inverse differs")
        }
    }
    _ = try? world.library.history.nextUndo()
    guard let findings = try? LibraryCheck.findings(in: world.library, showProgress: { _ in })
    else {
        preconditionFailure("check fails")
    }
    // The change is of an item that does not exist.
    precondition(!findings.isEmpty, "check finds nothing")
}

/// Inputs are parsed on one thread.
nonisolated(unsafe) private let world = Result { try World() }

/// A library, and another connection that writes into its log.
private final class World {
    let library: Library
    private let folder: ScratchDirectory
    private let change: Statement
    private let batch: Statement
    private let batchDeletion: Statement

    init() throws {
        folder = try ScratchDirectory(name: "trove-fuzz")
        let path = folder.path("l.db")
        library = try Library(.file(path), kinds: .standard)
        let connection = try Connection(path: path, access: .readWrite)
        try connection.execute(
            """
            PRAGMA synchronous = OFF;
            INSERT INTO changes VALUES (1, 1, NULL, 0, 'ann', 'book', 1, zeroblob(16), '', '', NULL)
            """)
        change = try connection.prepare(
            "UPDATE changes SET action = ?1, kind = ?2, fields = ?3 WHERE seq = 1")
        batch = try connection.prepare("REPLACE INTO batches VALUES (2, ?1, 1, ?2)")
        batchDeletion = try connection.prepare("DELETE FROM batches")
    }

    /// Writes a batch of changes after the change in a row; nil removes it.
    func write(batch bytes: [UInt8]?, last: Int) throws {
        guard let bytes else { return try batchDeletion.run() }
        batch.bind(last, at: 1)
        batch.bind(blob: bytes, at: 2)
        try batch.run()
    }

    func write(action: String, kind: String, fields: [UInt8]) throws {
        change.bind(action, at: 1)
        change.bind(kind, at: 2)
        change.bind(utf8: fields, at: 3)
        try change.run()
    }
}
