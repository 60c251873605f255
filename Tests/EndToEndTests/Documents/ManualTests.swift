import Testing
import TroveCommands
import TroveLanguage
import TroveTesting

/// The manual pages that `--manual` prints.
@Suite struct ManualTests {
    private static let sections = [
        "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "ENVIRONMENT", "FILES",
        "EXIT STATUS", "EXAMPLES", "SEE ALSO",
    ]

    private static func page(of program: String) throws -> String {
        try ProgramUnderTest(BuiltProgram.path(of: program)).run(["--manual"]).requiring().text
    }

    /// The page without overstrikes, on lines wide enough that no text breaks.
    private static func shown(_ program: String) throws -> [Substring] {
        let mandoc = try ProgramUnderTest("mandoc")
        let run = try mandoc.run(
            ["-T", "utf8", "-O", "width=300"], input: .text(page(of: program)))
        return try run.requiring().text.replacing(#/.\x08/#, with: "")
            .split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The lines of a section.
    private static func section(_ heading: String, of program: String) throws -> [Substring] {
        let lines = try shown(program)
        let start = try #require(lines.firstIndex { $0 == heading })
        return lines[(start + 1)...].prefix { $0.isEmpty || $0.hasPrefix(" ") }.map(\.self)
    }

    @Test(arguments: ["trove", "trove-server"])
    func areCleanAndComplete(_ program: String) throws {
        let page = try Self.page(of: program)
        let lint = try ProgramUnderTest("mandoc").run(
            ["-T", "lint", "-W", "style"], input: .text(page))
        #expect(lint.status == .success, "\(lint)")
        let headings = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
            .map { String($0.dropFirst(4)) }
        // Only the shell has formats, a prompt and transcripts.
        let expected = Self.sections.flatMap { heading in
            heading == "ENVIRONMENT" && program == "trove"
                ? ["OUTPUT", "KEYS", "TRANSCRIPTS", "PROMPT", heading] : [heading]
        }
        #expect(headings == expected)
    }

    @Test(arguments: ["trove", "trove-server"])
    func listEveryOptionOfTheHelp(_ program: String) throws {
        let help = try ProgramUnderTest(BuiltProgram.path(of: program)).run(["--help"])
        let options = try help.requiring().lines.compactMap {
            $0.firstMatch(of: #/^  (--?[a-z-]+)/#)
        }
        let listed = try Self.section("OPTIONS", of: program)
        #expect(options.count >= 8)
        for option in options {
            #expect(
                listed.contains { $0.drop { $0 == " " }.hasPrefix(option.output.1) },
                "\(option.output.1)")
        }
    }

    @Test func listEveryVerb() throws {
        let commands = try Self.section("COMMANDS", of: "trove")
        for verb in CommandTable.vocabulary.all {
            let synopsis = verb.synopsis[0].replacing("…", with: "...")
            #expect(commands.contains { $0.contains(synopsis) }, "\(verb.name)")
        }
    }

    /// The variables that the sources name in a literal of their own are those that the page lists.
    @Test func listEveryVariableThatTheProgramReads() throws {
        let variable = #/\bTROVE_[A-Z_]+\b/#
        let listed = try Self.section("ENVIRONMENT", of: "trove")
            .compactMap { $0.prefixMatch(of: #/ {7}(TROVE_[A-Z_]+)/#).map { String($0.output.1) } }
        let sources = try ProgramUnderTest("grep").run([
            "-rhoE", "--include=*.swift", "--exclude-dir=TroveTesting",
            "--exclude=ShellEnvironment.swift", #""TROVE_[A-Z_]+""#,
            Repository.path(of: "Sources"),
        ])
        let read = try sources.requiring().text.matches(of: variable).map { String($0.output) }
        #expect(listed.count >= 15)
        #expect(Set(listed) == Set(read))
        #expect(Set(listed).count == listed.count)
    }
}
