import Testing
import TroveTesting

/// A script in `seeds/` and the rows of the requirements that it covers.
struct Lesson: Sendable, CustomTestStringConvertible {
    let name: String
    let rows: [String]

    /// The path within the repository.
    var path: String { "seeds/\(name).trove" }
    var testDescription: String { name }

    /// The repository, three levels above this file, with a trailing slash.
    static let repository =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/"

    /// Returns the rows without a heading in the script.
    func rowsWithoutHeading() throws -> [String] {
        let script = try ProgramUnderTest("/bin/cat").run([Self.repository + path]).requiring()
            .lines
        return rows.filter { row in !script.contains { $0.hasPrefix("# ---- \(row):") } }
    }
}
