import TroveModel
import TroveStore
import TroveTesting

/// Checks that a library file with arbitrary changed bytes is rejected or works, and never crashes
/// the program.
///
/// The input is a list of changes, four bytes each: three for the position, one for the new value.
func tryLibrary(_ input: [UInt8]) {
    guard let good = try? GoodLibrary.bytes.get(), let folder = try? GoodLibrary.folder.get() else {
        preconditionFailure("cannot create the library")
    }
    var bytes = good
    for start in stride(from: 0, to: input.count - 3, by: 4) {
        let place = Int(input[start]) << 16 | Int(input[start + 1]) << 8 | Int(input[start + 2])
        bytes[place % bytes.count] = input[start + 3]
    }
    for isReadOnly in [true, false] {
        for name in ["", "-wal", "-shm", "-journal"] { folder.remove("l.db\(name)") }
        guard let path = try? folder.write(bytes, to: "l.db"),
            let library = try? Library(.file(path), kinds: .standard, isReadOnly: isReadOnly)
        else { continue }
        try? use(library)
    }
}

/// Runs the operations of typical commands. Ignores failures and continues.
private func use(_ library: Library) throws {
    for kind in library.catalog.kinds.indices { try? library.loadAll(kind) }
    _ = try? library.history.commands(limit: 100)
    _ = try? library.outbox.entries(limit: 100)
    _ = try? LibraryCheck.findings(in: library) { _ in }
    _ = try? library.history.nextUndo()
    _ = try? library.history.nextRedo()
    _ = try? library.photos.named()
    guard !library.isReadOnly else { return }
    try library.begin()
    let number = try library.takeNumber()
    try library.perform([.create(GoodLibrary.gem(number, "New"))], GoodLibrary.authorship)
    try library.commit()
    if let record = try library.history.nextUndo() {
        try library.begin()
        try library.perform(
            library.history.changes(of: record).reversed().map(\.inverse), reverting: record.id,
            GoodLibrary.authorship)
        try library.commit()
    }
}
