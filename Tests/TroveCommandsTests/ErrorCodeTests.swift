import Testing
import TroveCodecs
import TroveCommands
import TroveExchange
import TroveHTTP
import TroveLanguage
import TroveLookup
import TroveModel
import TroveStore
import TroveTesting
import TroveWire

/// The codes of errors, which lessons and other programs rely on.
@Suite struct ErrorCodeTests {
    /// The enums whose cases have codes: the file, and the declaration.
    static let enums = [
        ("Sources/TroveLanguage/Lexing/LanguageError.swift", "enum Problem"),
        ("Sources/TroveModel/Kinds/RuleViolation.swift", "enum Rule"),
        ("Sources/TroveCommands/Failures/CommandFailure.swift", "enum Problem"),
        ("Sources/TroveCommands/Failures/ReferenceProblem.swift", "enum ReferenceProblem"),
        ("Sources/TroveCommands/Failures/ItemProblem.swift", "enum ItemProblem"),
        ("Sources/TroveCommands/Failures/UndoProblem.swift", "enum UndoProblem"),
        ("Sources/TroveCommands/Failures/ScriptProblem.swift", "enum ScriptProblem"),
        ("Sources/TroveCommands/Failures/EditingProblem.swift", "enum EditingProblem"),
        ("Sources/TroveCommands/Failures/NameProblem.swift", "enum NameProblem"),
        ("Sources/TroveCommands/Failures/ScanProblem.swift", "enum ScanProblem"),
        ("Sources/TroveCommands/Failures/SyncProblem.swift", "enum SyncProblem"),
        ("Sources/TroveCommands/Failures/CatalogueProblem.swift", "enum CatalogueProblem"),
        ("Sources/TroveCommands/Failures/ExportProblem.swift", "enum ExportProblem"),
        ("Sources/TroveCommands/Failures/ImportProblem.swift", "enum ImportProblem"),
        ("Sources/TroveCommands/Failures/DemoProblem.swift", "enum DemoProblem"),
        ("Sources/TroveExchange/Import/ImportFailure.swift", "enum ImportFailure"),
        ("Sources/TroveLookup/LookupFailure.swift", "enum LookupFailure"),
        ("Sources/TroveStore/LibraryError.swift", "enum LibraryError"),
        ("Sources/TroveStore/LibraryError.swift", "enum SnapshotError"),
    ]

    /// Returns the names of an enum's cases, in the order of the source.
    private func cases(_ path: String, _ declaration: String) throws -> [String] {
        let lines = try Repository.text(of: path).split(separator: "\n")
        let start = try #require(lines.firstIndex { $0.contains(declaration) })
        let indent = lines[start].prefix { $0 == " " }
        var names: [String] = []
        for line in lines[(start + 1)...] {
            if line == indent + "}" { break }
            guard line.hasPrefix(indent + "    case ") else { continue }
            // Names come after `case` and after commas outside of parentheses.
            var depth = 0
            var isName = true
            var name = ""
            for character in line.dropFirst(indent.count + 9) {
                switch character {
                case "(": depth += 1
                case ")": depth -= 1
                case "," where depth == 0:
                    names.append(name)
                    name = ""
                    isName = true
                case _ where depth == 0 && isName && (character.isLetter || character.isNumber):
                    name.append(character)
                case _ where !name.isEmpty: isName = false
                default: break
                }
            }
            names.append(name)
        }
        return names
    }

    /// Lessons name codes, so a code stays, also when the case of its error gets another name.
    @Test func everyCodeOfTheContractExists() throws {
        let codes = try Set(
            Self.enums.flatMap { path, declaration in
                try cases(path, declaration).map { ErrorCode(caseNamed: $0).text }
            })
        let contract = Self.contract.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(contract.filter { !codes.contains($0) } == [])
        #expect(contract.count > 100)
    }

    @Test func everyReplacedNameIsTheNameOfACase() throws {
        let names = try Set(Self.enums.flatMap { try cases($0, $1) })
        #expect(ErrorCode.replacements.keys.filter { !names.contains($0) } == [])
    }

    @Test func errorsHaveTheCodeOfTheirInnermostReason() {
        let kind = Kinds.standard[KindIndex(0)]
        let outside = RuleViolation(field: "page", value: "9", rule: .isOutside(1...5))
        let codes = [
            ErrorCode(of: LanguageError(.tooDeep, at: 0..<1)),
            ErrorCode(of: LanguageError(.unknownVerb("x", nearest: []), at: 0..<1)),
            ErrorCode(of: CommandFailure(.reference(.noSuchNumber(ItemNumber(3))))),
            ErrorCode(of: CommandFailure(.undo(.nothingToUndo))),
            ErrorCode(of: CommandFailure(.needsTerminal("edit"))),
            ErrorCode(
                of: CommandFailure(
                    .catalogue(
                        .lookup(
                            .noConnection(.service("Open Library"), .refused), hasContact: true)))),
            ErrorCode(of: CommandFailure(.photo("a", .unfit(.notAPicture)))),
            ErrorCode(of: CommandFailure(.sync(.rejected(Rejection(.nameTaken, "taken"))))),
            ErrorCode(
                of: CommandFailure(
                    .sync(
                        .refused(ServerRefusal(status: 409, code: "email_taken", message: ""))))),
            ErrorCode(of: CommandFailure(.violation(outside, kind: kind))),
            ErrorCode(of: CommandFailure(.snapshot(.isEphemeral))),
            ErrorCode(of: CommandFailure(.importing("a", .failed(.isEmpty)))),
            ErrorCode(of: CommandFailure(.sync(.notLoggedIn))),
            ErrorCode(of: LibraryError.isReadOnly("a")),
            ErrorCode(of: LibraryError.snapshot(.exists("a"))),
        ]
        #expect(
            codes.map(\.text) == [
                "too-deep", "unknown-verb", "no-such-item", "nothing-to-undo", "needs-terminal",
                "no-connection", "not-a-picture", "name-taken", "email-taken", "out-of-range",
                "ephemeral", "empty-file", "not-logged-in", "read-only", "exists",
            ])
    }

    @Test func reportsCarryTheCode() {
        #expect(ErrorReport(CommandFailure(.undo(.nothingToRedo))).code?.text == "nothing-to-redo")
        #expect(ErrorReport(LibraryError.isBusy("a")).code?.text == "busy")
        #expect(ErrorReport(LanguageError(.noResult, at: 0..<0)).code?.text == "no-result")
    }

    /// All codes that were published.
    static let contract = """
        above-total adds-and-updates alias-of-unknown-command ambiguous-field
        ambiguous-title assignment-for-comparison bad-address bad-form bad-range bad-setting
        belongs-to below-current between-steps busy cannot-ask cannot-create cannot-read
        cannot-redo cannot-repeat cannot-save cannot-sync cannot-take cannot-undo
        close-parenthesis codes-left colon-in-title command-too-long
        comparison-for-assignment conflict-of-others damaged disk-is-full does-not-apply
        doubled-equals duplicate edit-file-failed editor-ended editor-failed empty-file
        empty-folder ephemeral exists field-of-another-kind field-twice file-exists full
        has-active-schema has-comma has-control-character has-no-field has-no-folder
        has-no-transcript has-null has-own-columns in-demo in-future interrupted
        invalid-response is-command is-folder
        is-library is-read-list-entry is-result lacks-column last-state lent missing
        missing-colon missing-before-comment missing-condition mixes-signs name-taken needs-address
        needs-confirmation needs-key needs-server needs-terminal needs-total newer no-code
        no-codes no-columns no-connection no-isbn no-kind no-kind-has-all no-month no-number
        no-password no-permission no-result no-search no-such-alias no-such-conflict
        no-such-device no-such-file no-such-help no-such-item no-such-lesson no-such-result
        no-such-setting no-such-shelf no-such-tutorial not-a-database not-a-date not-a-library
        not-a-month not-a-name
        not-a-number not-a-whole-number not-allowed not-an-email not-an-isbn not-connected
        not-encrypted not-finished not-in-queue not-logged-in not-on-read-list not-text
        not-this-format not-understood nothing-else-to-undo nothing-is-it nothing-matches
        nothing-to-redo nothing-to-undo of-other-type on-read-list open-parenthesis
        open-quote other-form out-of-range password-file password-typed passwords-differ
        quote-in-word read-only recording-failed records-no-lesson required retired-kind
        selection-needs-confirmation server-unavailable
        several-commands
        sources-too-deep sql steps-back system takes-one-item too-deep too-long too-many
        too-many-commands
        unavailable unconfirmed unexpected unfit-request unknown unknown-archive
        unknown-ending unknown-escape unknown-field unknown-isbn unknown-kind unknown-option
        unknown-state unknown-verb unknown-word unreadable unusable was-not-confirmed
        was-replaced word-behind-value wrong-request
        """
}
