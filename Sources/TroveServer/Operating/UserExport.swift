import Glibc
import TroveCodecs
import TroveModel
import TroveSystem
import TroveWire

/// Copies everything that an account holds to a new folder: `account.json`; `items.json`, which
/// `trove` can import; `other.json` with conflicts and definitions of kinds; and the folder
/// `photos`.
///
/// Paths passed to the system live until the call returns, and it keeps none of them.
struct UserExport {
    /// What was copied.
    struct Outcome {
        var items = 0
        var photos = 0
        /// The photos among these whose bytes are not those that the user sent.
        var damagedPhotos = 0
    }

    let scope: UserScope
    let folder: String

    private static let account = UserQuery.select("email, name, created, disabled", from: .users)
    private static let devices = UserQuery.select(
        "name, created, seen, ended", from: .devices, where: "TRUE", "ORDER BY number")
    private static let entries = UserQuery.page(
        "ver, id, kind, fields, deleted",
        where: "deleted = 0 AND (ver > ?3 OR ver = ?3 AND id > ?4)", by: "ver, id")
    private static let entriesAtOnce = 500
    /// Photos have up to 4 MiB each, and PostgreSQL builds the whole answer first.
    private static let photosAtOnce = 4
    private static let firstPhotos = UserQuery.select(
        "hash, bytes", from: .blobs, where: "TRUE", "ORDER BY hash LIMIT ?2")
    private static let nextPhotos = UserQuery.select(
        "hash, bytes", from: .blobs, where: "hash > ?3", "ORDER BY hash LIMIT ?2")

    /// The name of the folder until it is complete.
    private var partial: String { folder + ".partial" }
    private var photoFolder: String { partial + "/photos" }

    /// Copies the account. The folder appears when it is complete.
    ///
    /// - Throws: `ServerFailure.isThere` if the folder exists, `ServerFailure.cannotMake`,
    ///   `StoreFault`.
    func run() throws -> Outcome {
        guard FileStatus(of: folder) == nil else { throw ServerFailure.isThere(folder) }
        try makeFolder(partial)
        do {
            try makeFolder(photoFolder)
            var outcome = Outcome()
            try writeAccount()
            outcome.items = try writeEntries()
            (outcome.photos, outcome.damagedPhotos) = try writePhotos()
            guard SystemCall.rename(partial, folder) == 0 else {
                throw ServerFailure.cannotMake(folder, errno)
            }
            try WholeFile.flush(FilePath.folder(of: folder))
            return outcome
        } catch {
            removePartial()
            guard let failure = error as? WholeFile.Failure else { throw error }
            throw ServerFailure.cannotMake(folder, failure.number)
        }
    }

    /// Removes what was copied before a failure, so that the next try finds nothing in its way.
    private func removePartial() {
        for folder in [photoFolder, partial] {
            for name in Folder.names(in: folder) ?? [] {
                SystemCall.unlink("\(folder)/\(name)")
            }
            SystemCall.rmdir(folder)
        }
    }

    private func makeFolder(_ path: String) throws(ServerFailure) {
        guard SystemCall.mkdir(path, 0o700) == 0 else {
            throw errno == EEXIST ? .isLeft(path) : .cannotMake(path, errno)
        }
    }

    private func file(_ name: String) throws(WholeFile.Failure) -> NewFile {
        try NewFile("\(partial)/\(name)", permissions: 0o600)
    }

    private func writeAccount() throws {
        let row = try scope.statement(Self.account)
        defer { row.reset() }
        _ = try row.step()
        func time(_ statement: any StoreStatement, _ column: Int32) -> JSON {
            statement.isNull(column) ? .null : .string("\(statement.moment(column))")
        }
        var devices: [JSON] = []
        let statement = try scope.statement(Self.devices)
        defer { statement.reset() }
        while try statement.step() {
            devices.append(
                .object([
                    JSON.Member("name", .string(statement.text(0) ?? "")),
                    JSON.Member("created", time(statement, 1)),
                    JSON.Member("seen", time(statement, 2)),
                    JSON.Member("ended", time(statement, 3)),
                ]))
        }
        let account = JSON.object([
            JSON.Member("email", .string(row.text(0) ?? "")),
            JSON.Member("name", .string(row.text(1) ?? "")),
            JSON.Member("created", time(row, 2)), JSON.Member("disabled", time(row, 3)),
            JSON.Member("devices", .array(devices)),
        ])
        let file = try file("account.json")
        try file.write(account.bytes + [0x0A])
        try file.finish(isDurable: true)
    }

    /// Writes the items and the other entries. Returns the number of items.
    private func writeEntries() throws -> Int {
        var (items, others) = (JSONFile(try file("items.json")), JSONFile(try file("other.json")))
        var last: (version: Version, id: ItemID)? = (.none, ItemID(high: 0, low: 0))
        while let place = last {
            last = nil
            let rows = try scope.statement(Self.entries)
            defer { rows.reset() }
            rows.bind(Self.entriesAtOnce, at: 2)
            rows.bind(place.version, at: 3)
            rows.bind(id: place.id.high, place.id.low, at: 4)
            while try rows.step() {
                guard let words = rows.words(1) else { continue }
                let id = ItemID(high: words.high, low: words.low)
                last = (rows.version(0), id)
                let kind = rows.text(2) ?? ""
                var json = JSONText()
                json.append("{\"id\":")
                json.append(string: id.description)
                json.append(",\"kind\":")
                json.append(string: kind)
                // The fields are a JSON object without spaces.
                let fields = (rows.text(3) ?? "{}").dropFirst()
                json.append((fields == "}" ? "" : ",") + fields)
                let isItem = kind != Conflict.kind && kind != Kind.definition.storedName
                if isItem { try items.append(json) } else { try others.append(json) }
            }
        }
        try others.finish()
        return try items.finish()
    }

    /// Writes each photo under its SHA-256. Returns their number, and that of the damaged ones.
    private func writePhotos() throws -> (all: Int, damaged: Int) {
        var (count, damaged, rowsInPage) = (0, 0, 0)
        var last: String?
        repeat {
            let rows = try scope.statement(last == nil ? Self.firstPhotos : Self.nextPhotos)
            defer { rows.reset() }
            rows.bind(Self.photosAtOnce, at: 2)
            if let last { rows.bind(last, at: 3) }
            rowsInPage = 0
            while try rows.step() {
                rowsInPage += 1
                last = rows.text(0)
                // The server accepts only digests as names, but the store may be damaged.
                guard let hash = last, hash.utf8.allSatisfy({ $0 != 0x2F && $0 != 0x2E }) else {
                    continue
                }
                let file = try file("photos/\(hash)")
                let photo = rows.blob(1)
                try file.write(photo)
                try file.finish(isDurable: true)
                count += 1
                if BlobHash.hexadecimal(of: photo) != hash { damaged += 1 }
            }
        } while rowsInPage == Self.photosAtOnce && last != nil
        return (count, damaged)
    }
}

/// A file with a JSON array.
private struct JSONFile {
    private let file: NewFile
    private var array = JSONArray(isLines: false)
    /// The text that is not in the file yet.
    private var text: [UInt8] = []
    private var count = 0

    init(_ file: NewFile) { self.file = file }

    mutating func append(_ element: JSONText) throws(WholeFile.Failure) {
        array.append(element, into: &text)
        count += 1
        if text.count >= 1 << 16 { try flush() }
    }

    /// Completes the file. Returns the number of elements.
    @discardableResult
    mutating func finish() throws(WholeFile.Failure) -> Int {
        array.finish(into: &text)
        try flush()
        try file.finish(isDurable: true)
        return count
    }

    private mutating func flush() throws(WholeFile.Failure) {
        try file.write(text)
        text.removeAll(keepingCapacity: true)
    }
}
