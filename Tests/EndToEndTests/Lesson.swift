import Testing
import TroveTesting

/// A script in `seeds/` and the rows of the requirements that it walks through.
struct Lesson: Sendable, CustomTestStringConvertible {
    let name: String
    let rows: [String]

    /// Below the repository.
    var path: String { "seeds/\(name).trove" }
    var testDescription: String { name }

    /// The rows that the script has no heading for.
    func rowsWithoutHeading() throws -> [String] {
        let script = try Repository.text(of: path).split(separator: "\n")
        return rows.filter { row in !script.contains { $0.hasPrefix("# ---- \(row):") } }
    }
}
