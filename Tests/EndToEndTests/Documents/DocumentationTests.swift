import Testing
import TroveSystem
import TroveTesting

/// The documents name files, modules and code that exist.
@Suite struct DocumentationTests {
    static let documents =
        ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "seeds/README.md"]
        + (Folder.names(in: Repository.path(of: "Documentation")) ?? [])
        .filter { $0.hasSuffix(".md") }.sorted().map { "Documentation/\($0)" }

    /// A file of the test targets that stands for one that a contributor would add.
    struct Example: Sendable, CustomTestStringConvertible {
        let path: String
        /// The line of the list that the example is added to: the list, and what is added.
        let list: String
        let addition: String

        var testDescription: String { path }
    }

    static let examples = [
        Example(
            path: "Tests/TroveCommandsTests/Examples/Extend.swift",
            list: "Sources/TroveCommands/CommandTable.swift", addition: "entry(Extend.self), "),
        Example(
            path: "Tests/TroveShellTests/Examples/Kind+stamp.swift",
            list: "Sources/TroveModel/Kinds/Kinds.swift", addition: ", .stamp"),
        Example(
            path: "Tests/TroveCommandsTests/Examples/TitlesFormat.swift",
            list: "Sources/TroveCommands/Formats/OutputChoice.swift",
            addition: ", TitlesFormat.self"),
        Example(
            path: "Tests/TroveExchangeTests/Examples/ProgramFormat+paperTrail.swift",
            list: "Sources/TroveExchange/Import/ImportChoice.swift",
            addition: "ProgramFormat.paperTrail, "),
        Example(
            path: "Tests/TroveLookupTests/Examples/OpenShelf.swift",
            list: "Sources/TroveLookup/Services/CatalogueService.swift",
            addition: " OpenShelf(),"),
    ]

    @Test(arguments: documents)
    func linksLeadToFiles(_ document: String) throws {
        let folder = document.split(separator: "/").dropLast().joined(separator: "/")
        for link in try Repository.text(of: document).matches(of: #/\]\(([^)#:]+)[)#]/#) {
            let target = String(link.output.1)
            #expect(Repository.has("\(folder)/\(target)"), "\(target)")
        }
    }

    @Test(arguments: documents)
    func pathsExist(_ document: String) throws {
        let path =
            #/`((Sources|Tests|Scripts|Simulation|Fuzz|Benchmarks|seeds|Documentation)\/[^\s`]+)/#
        let examples = Self.examples.map { $0.path.split(separator: "/").last }
        for match in try Repository.text(of: document).matches(of: path) {
            let name = match.output.1
            guard !examples.contains(name.split(separator: "/").last) else { continue }
            #expect(Repository.has(String(name)), "\(name)")
        }
    }

    /// Every promise of the page on security names a test that exists.
    @Test func promisesNameTheirTests() throws {
        let page = try Repository.text(of: "Documentation/security.md")
        let table = try #require(page.components(between: "| promise |").dropFirst().first)
        let rows = table.split(separator: "\n\n")[0].split(separator: "\n").dropFirst(2)
        #expect(rows.count >= 30)
        for row in rows {
            let names = row.matches(of: #/`(\w+Tests)\.(\w+)`/#)
            #expect(!names.isEmpty, "\(row)")
            for name in names {
                let suite = try ProgramUnderTest("/bin/grep").run([
                    "-rlE", "(struct|class) \(name.output.1)( |:|\\{)",
                    Repository.path(of: "Tests"),
                ]).text.split(separator: "\n")
                let isThere = try suite.contains { path in
                    try ProgramUnderTest("/bin/grep").run([
                        "-q", "func \(name.output.2)(", String(path),
                    ]).status == .success
                }
                #expect(isThere, "\(name.output.0)")
            }
        }
    }

    /// The page on the server lists every event of an account.
    @Test func eventsOfAccountsAreListed() throws {
        let source = try Repository.text(of: "Sources/TroveServer/Accounts/AccountEvent.swift")
        let page = try Repository.text(of: "Documentation/server.md")
        let cases = source.matches(of: #/\n        case (\w+)( = "([\w-]+)")?/#)
        #expect(cases.count >= 20)
        for event in cases {
            let word = event.output.3 ?? event.output.1
            #expect(page.contains("`\(word)`"), "\(word)")
        }
    }

    /// `Package.swift` has the modules and the dependencies of the table in the architecture.
    @Test func theTableOfModulesIsComplete() throws {
        let package = try Repository.text(of: "Package.swift")
        let end = try #require(package.firstRange(of: "switch Context.environment")).lowerBound
        let declarations = package[..<end]
        let target =
            #/(?:module\(|arget\(\s*name:)\s*"([\w-]+)"\s*(?:,\s*(?:dependencies:\s*)?\[([^\]]*)\])?/#
        let name = #/[\w-]+/#
        var declared: [String: Set<String>] = [:]
        for match in declarations.matches(of: target) where !match.output.1.hasSuffix("Tests") {
            declared[String(match.output.1)] = Set(
                (match.output.2 ?? "").matches(of: name).map { String($0.output) })
        }
        var listed: [String: Set<String>] = [:]
        let row = #/\n\| `([\w-]+)` \| ([^|`]*) \|/#
        for match in try Repository.text(of: "Documentation/architecture.md").matches(of: row) {
            let dependencies = match.output.2.matches(of: #/\w+/#).map { match in
                let name = match.output
                return declared["Trove\(name)"] == nil ? String(name) : "Trove\(name)"
            }
            listed[String(match.output.1)] = Set(dependencies)
        }
        #expect(declared.count >= 20)
        #expect(listed == declared)
    }

    /// CONTRIBUTING quotes the file without its imports, because they depend on the module. The
    /// line of the list is the present one with the example in it.
    @Test(arguments: examples)
    func contributingQuotesTheExample(_ example: Example) throws {
        let blocks = try Repository.text(of: "CONTRIBUTING.md").split(separator: "```")
            .filter { $0.hasPrefix("swift\n") }.map { $0.dropFirst("swift\n".count) }
        func withoutImports(_ text: Substring) -> [Substring] {
            text.split(separator: "\n").filter { !$0.contains(#/^(package |@testable )?import /#) }
        }
        let file = try Repository.text(of: example.path)
        #expect(blocks.contains { withoutImports($0) == withoutImports(file[...]) })
        let line = blocks.first { $0.contains(example.addition) && !$0.contains("\n\n") }
        let former = try #require(line).replacing(example.addition, with: "")
            .split(separator: "\n").joined(separator: "\n")
        #expect(try Repository.text(of: example.list).contains(former))
    }
}
