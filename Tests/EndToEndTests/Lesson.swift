import Testing
import TroveTesting

/// A script in `seeds/` and the rows of the requirements that it walks through.
struct Lesson: Sendable, CustomTestStringConvertible {
    let name: String
    let rows: [String]

    /// Below the repository.
    var path: String { "seeds/\(name).trove" }
    var testDescription: String { name }

    /// The repository, three levels above this file, with a slash at its end.
    static let repository =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/"

    /// The rows that the script has no heading for.
    func rowsWithoutHeading() throws -> [String] {
        let script = try ProgramUnderTest("/bin/cat").run([Self.repository + path]).requiring()
            .lines
        return rows.filter { row in !script.contains { $0.hasPrefix("# ---- \(row):") } }
    }
}
