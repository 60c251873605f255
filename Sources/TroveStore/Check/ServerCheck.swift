import TroveCodecs
import TroveModel
import TroveSQLite
package import TroveWire

/// Compares a library's shadow with the server's snapshot, without changing either.
package struct ServerCheck {
    private let library: Library
    /// The ids of the entries on the pages so far.
    private var seen: Set<ItemID> = []

    /// Prepares the check of a library. Pass each page of the snapshot to `compare`.
    package init(_ library: Library) {
        self.library = library
    }

    /// Compares a page of the snapshot with the shadow, except for changes after the last sync.
    ///
    /// - Returns: the differences.
    package mutating func compare(
        _ page: SnapshotReply
    ) throws(LibraryError) -> [CheckFinding] {
        guard let cursor = library.account?.cursor, cursor.epoch == page.cursor.epoch else {
            return []
        }
        seen.formUnion(page.entries.map(\.id))
        return try library.looking {
            try page.entries.flatMap { try findings(for: $0, upTo: cursor) }
        }
    }

    private func findings(for entry: Entry, upTo cursor: Cursor) throws -> [CheckFinding] {
        guard let shadow = try library.replica.shadow.entry(entry.id) else {
            return entry.version <= cursor.sequence
                ? [finding(.isMissingHere, nil, entry.kind, entry.fields)] : []
        }
        if shadow.version == entry.version, !shadow.isDeleted, shadow.kind == entry.kind {
            return EntryFields.difference(from: shadow.fields, to: entry.fields).map { change in
                var found = finding(
                    .differsFromServer, shadow.number, shadow.kind, shadow.fields)
                found.field = change.name
                found.here = EntryFields.value(change.name, in: shadow.fields)
                found.there = change.value
                return found
            }
        }
        guard entry.version <= cursor.sequence else { return [] }
        var found = finding(.differsFromServer, shadow.number, entry.kind, entry.fields)
        found.field = "version"
        found.here = .integer(shadow.version.rawValue)
        found.there = .integer(entry.version.rawValue)
        return [found]
    }

    /// Returns the entries of the shadow that were on no page. Call it after the last page; the
    /// result is valid if nothing has changed on the server since the last sync.
    package func findMissing() throws(LibraryError) -> [CheckFinding] {
        try library.looking {
            var findings: [CheckFinding] = []
            let rows = try library.database.prepare("SELECT id FROM shadow WHERE version > 0")
            while try rows.step() {
                guard let words = rows.words(0) else { continue }
                let id = ItemID(high: words.high, low: words.low)
                guard !seen.contains(id), let shadow = try library.replica.shadow.entry(id),
                    shadow.isAlive
                else { continue }
                findings.append(
                    finding(.isMissingThere, shadow.number, shadow.kind, shadow.fields))
            }
            return findings
        }
    }

    private func finding(
        _ problem: CheckFinding.Problem, _ number: ItemNumber?, _ kind: String,
        _ fields: [JSON.Member]
    ) -> CheckFinding {
        var finding = CheckFinding(problem)
        finding.number = number
        let kinds = library.catalog.kinds
        finding.title = kinds.index(ofStored: kind).flatMap { index in
            EntryFields.value(kinds[index].fields[Kind.titleIndex].storedName, in: fields).text
        }
        return finding
    }
}
