import Testing
import TroveModel
import TroveStore
import TroveSystem
import TroveTesting

@Suite struct SnapshotTests {
    private let scratch: ScratchDirectory
    private let library: Library

    init() throws {
        scratch = try ScratchDirectory()
        library = try Library(.file(scratch.path("library.db")), kinds: .standard)
        try library.run(
            .create(gem(library.takeNumber(), "Ruby", color: "red")),
            .create(gem(library.takeNumber(), "Opal")))
    }

    private func save(_ name: String) throws {
        try library.snapshots.save(name, at: Library.authorship.at)
    }

    private func restore(_ name: String) throws {
        try library.run(library.snapshots.changes(toRestore: name))
    }

    @Test func tellsHowMuchIsRead() throws {
        try save("spring")
        var parts: [Double] = []
        _ = try library.snapshots.changes(toRestore: "spring") { parts.append($0) }
        #expect(parts.last == 1 && parts.allSatisfy { $0 >= 0 && $0 <= 1 })
    }

    @Test func canBeRestoredAfterEveryChange() throws {
        try save("spring")
        let wanted = try library.everything()
        try library.run(
            .delete(gem(2, "Opal")), rename(1, "Ruby", "Spinel"),
            .create(gem(library.takeNumber(), "Jade")))
        let changed = try library.everything()
        try restore("spring")
        #expect(library.catalog.items == wanted)
        #expect(try Library(library.location, kinds: .standard).everything() == wanted)
        // It is one command, which can be undone.
        #expect(try library.revert(isRedo: false))
        #expect(library.catalog.items == changed)
        #expect(try library.addGem("Beryl") == 4)
    }

    @Test func needsNoChangeWhereNothingChanged() throws {
        try save("same")
        #expect(try library.snapshots.changes(toRestore: "same").isEmpty)
    }

    @Test func restoresSwappedNames() throws {
        try save("names")
        try library.run(rename(1, "Ruby", "x"), rename(2, "Opal", "Ruby"), rename(1, "x", "Opal"))
        try restore("names")
        #expect(library.catalog.items.map(\.title) == ["Ruby", "Opal"])
        for (name, owner) in [("Ruby", 1), ("Opal", 2)] {
            #expect(
                throws: RuleViolation(
                    field: "name", value: name, rule: .isTaken(by: ItemNumber(owner)))
            ) {
                try library.catalog.checkNames(of: gem(9, name).values, kind: gems)
            }
        }
    }

    @Test func isListedByName() throws {
        for name in ["z", "Ä b", "a"] { try save(name) }
        let found = try library.snapshots.all()
        #expect(found.map(\.name) == ["a", "z", "Ä b"] || found.map(\.name) == ["a", "Ä b", "z"])
        #expect(found.allSatisfy { $0.at == Library.authorship.at && $0.size > 0 })
    }

    @Test func isNotOverwritten() throws {
        try save("a")
        #expect(throws: LibraryError.snapshot(.exists("a"))) { try save("a") }
        #expect(try library.snapshots.all().count == 1)
    }

    @Test func errorsListTheSnapshots() throws {
        try save("a")
        #expect(throws: LibraryError.snapshot(.isMissing("b", known: ["a"]))) {
            try library.snapshots.changes(toRestore: "b")
        }
    }

    @Test(arguments: [
        "", ".", "..", ".hidden", "a/b", "../x", "a\nb", "a\u{0}b",
        String(repeating: "x", count: 101),
    ])
    func rejectsInvalidNames(_ name: String) throws {
        #expect(throws: LibraryError.snapshot(.notAName(name))) { try save(name) }
        #expect(throws: LibraryError.snapshot(.notAName(name))) {
            try library.snapshots.changes(toRestore: name)
        }
    }

    @Test func isReadableOnlyByItsOwner() throws {
        try save("a")
        #expect(try scratch.permissions(of: "library.db.snapshots") == 0o700)
        #expect(try scratch.permissions(of: "library.db.snapshots/a.db") == 0o600)
        #expect(
            scratch.files().filter { $0.contains("snapshots/") } == ["library.db.snapshots/a.db"])
    }

    @Test func isACompleteLibrary() throws {
        try save("a")
        let copy = try Library(.file(scratch.path("library.db.snapshots/a.db")), kinds: .standard)
        #expect(try copy.everything() == library.everything())
        #expect(try copy.history.commands(limit: 9) == library.history.commands(limit: 9))
    }

    @Test func restoringIsIdempotent() throws {
        try save("a")
        try library.run(.delete(gem(1, "Ruby", color: "red")))
        try restore("a")
        #expect(try library.snapshots.changes(toRestore: "a").isEmpty)
    }

    @Test func aDamagedSnapshotChangesNothing() throws {
        try save("a")
        try scratch.write("no database at all, but long enough", to: "library.db.snapshots/a.db")
        #expect(throws: LibraryError.self) { try library.snapshots.changes(toRestore: "a") }
        #expect(try library.titles() == ["Ruby", "Opal"])
    }

    /// Names compare like those of items.
    @Test func namesHaveNoCase() throws {
        try save("Spring")
        #expect(throws: LibraryError.snapshot(.exists("spring"))) { try save("spring") }
        try library.snapshots.requireDeletable("SPRING")
        try library.snapshots.delete("spring")
        #expect(try library.snapshots.all().isEmpty)
    }

    @Test func aCanceledCopyLeavesNothing() throws {
        for round in 0..<20 {
            try library.run(
                (0..<200).map { _ in
                    try .create(gem(library.takeNumber(), "Opal of round \(round)"))
                })
        }
        var parts: [Double] = []
        let isSaved = try library.snapshots.save("a", at: Library.authorship.at) {
            parts.append($0)
            return false
        }
        #expect(!isSaved && parts.count == 1)
        #expect(try library.snapshots.all().isEmpty)
        #expect(Folder.names(in: scratch.path("library.db.snapshots")) == [])
        #expect(try library.snapshots.save("a", at: Library.authorship.at) { 0...1 ~= $0 })
        #expect(try library.snapshots.all().map(\.name) == ["a"])
    }

    @Test func needsAFile() throws {
        let library = try Library(.memory, kinds: .standard)
        #expect(throws: LibraryError.snapshot(.isEphemeral)) {
            try library.snapshots.save("a", at: Library.authorship.at)
        }
        #expect(throws: LibraryError.snapshot(.isEphemeral)) { try library.snapshots.all() }
    }
}
