package import TroveModel
import TroveSQLite
package import TroveWire

extension Library {
    /// Looks whether the file is as it was written; changes nothing.
    ///
    /// - Parameter progresses: called now and then with how much of the work is done, 0 to 1; ends
    ///   the work by throwing.
    /// - Returns: what is wrong, at most 1000 findings.
    /// - Throws: what `progresses` throws, and `LibraryError` for what is no fault of the file.
    package func check(progresses: @escaping (Double) throws -> Void) throws -> [CheckFinding] {
        var check = LibraryCheck(self, progresses: progresses)
        do {
            try check.run()
        } catch {
            throw Self.isFault(error) ? libraryError(error) : error
        }
        return check.findings
    }

    private static func isFault(_ error: any Error) -> Bool {
        error is SQLiteError || error is StoredNumber.Impossible || error is LibraryError
    }

    /// Compares a page of what the server has with what it is known to have; `seen` gets the ids on
    /// the page. What is newer than the last sync is left out.
    package func check(
        _ page: SnapshotReply, seen: inout Set<ItemID>
    ) throws(LibraryError) -> [CheckFinding] {
        guard let cursor = account?.cursor, cursor.epoch == page.cursor.epoch else { return [] }
        return try looking {
            var findings: [CheckFinding] = []
            for entry in page.entries {
                seen.insert(entry.id)
                guard let shadow = try replica.shadow(entry.id) else {
                    if entry.version <= cursor.sequence {
                        findings.append(finding(.isMissingHere, nil, entry.fields))
                    }
                    continue
                }
                if shadow.version == entry.version, !shadow.isDeleted, shadow.kind == entry.kind {
                    for change in Members.difference(from: shadow.fields, to: entry.fields) {
                        var found = finding(.differsFromServer, shadow.number, shadow.fields)
                        found.field = change.name
                        found.here = Members.value(change.name, in: shadow.fields)
                        found.there = change.value
                        findings.append(found)
                    }
                } else if entry.version <= cursor.sequence {
                    var found = finding(.differsFromServer, shadow.number, entry.fields)
                    found.field = "version"
                    found.here = .integer(shadow.version.rawValue)
                    found.there = .integer(entry.version.rawValue)
                    findings.append(found)
                }
            }
            return findings
        }
    }

    /// What the server is known to have, and did not say: to be asked when all pages were seen and
    /// nothing has happened on the server since the last sync.
    package func checkMissing(besides seen: Set<ItemID>) throws(LibraryError) -> [CheckFinding] {
        try looking {
            var findings: [CheckFinding] = []
            let rows = try connection.prepare("SELECT id FROM shadow WHERE version > 0")
            while try rows.step() {
                guard let words = rows.words(0) else { continue }
                let id = ItemID(high: words.high, low: words.low)
                guard !seen.contains(id), let shadow = try replica.shadow(id), shadow.isAlive
                else { continue }
                findings.append(finding(.isMissingThere, shadow.number, shadow.fields))
            }
            return findings
        }
    }

    private func finding(
        _ problem: CheckFinding.Problem, _ number: Int?, _ fields: [JSON.Member]
    ) -> CheckFinding {
        var finding = CheckFinding(problem)
        finding.number = number
        finding.title =
            Members.value("title", in: fields).text
            ?? Members.value("name", in: fields).text
        return finding
    }
}
