import TroveCodecs
import TroveModel
import TroveSQLite

/// Reads and writes the definitions of kinds and fields in a library file.
///
/// The living ones are items of the kind `definition`. The file also has a list of all that were
/// ever known, so that kinds and fields keep their positions.
struct Definitions {
    let connection: Connection
    let meta: MetaTable

    /// Returns the definitions that the library has, in the order of their numbers. An older file
    /// that is read-only may lack their table.
    func living() throws -> [Definition] {
        let kind = Kind.definition
        guard try !Schema.columns(of: kind, in: connection).isEmpty else { return [] }
        let rows = try connection.prepare(
            "SELECT subject, text FROM \(Schema.quoted(kind.storedName)) ORDER BY number")
        var found: [Definition] = []
        while try rows.step() {
            guard let subject = rows.text(0), let text = rows.text(1) else { continue }
            found.append(Definition(subject: subject, text: text))
        }
        return found
    }

    /// Returns all definitions that the library has ever had, with their last texts.
    func known() throws -> [Definition] {
        guard let text = try meta.text(MetaTable.Key.definitions) else { return [] }
        guard let list = (try? JSON(parsing: Array(text.utf8)))?.array else {
            throw EntryFields.Damage(text: text)
        }
        return list.compactMap { pair in
            guard let subject = pair.array?.first?.text, let text = pair.array?.last?.text else {
                return nil
            }
            return Definition(subject: subject, text: text)
        }
    }

    /// Writes the list of all definitions.
    func write(known: [Definition]) throws {
        let list = JSON.array(known.map { .array([.string($0.subject), .string($0.text)]) })
        try meta.set(MetaTable.Key.definitions, list.written)
    }
}
