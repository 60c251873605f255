import Testing
import TroveCommands
import TroveExchange
import TroveLanguage
import TroveModel
import TroveStore
import TroveTesting

/// The codes of errors, which lessons and other programs rely on.
@Suite struct ErrorCodeTests {
    /// The enums whose cases have codes: the file, and the declaration.
    static let enums = [
        ("Sources/TroveLanguage/Lexing/LanguageError.swift", "enum Problem"),
        ("Sources/TroveModel/Kinds/RuleViolation.swift", "enum Rule"),
        ("Sources/TroveCommands/Failures/CommandFailure.swift", "enum Problem"),
        ("Sources/TroveCommands/Failures/SyncProblem.swift", "enum SyncProblem"),
        ("Sources/TroveCommands/Failures/CatalogueProblem.swift", "enum CatalogueProblem"),
        ("Sources/TroveCommands/Failures/ExportProblem.swift", "enum ExportProblem"),
        ("Sources/TroveCommands/Failures/ImportProblem.swift", "enum ImportProblem"),
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

    /// A code that lessons use must not change. A new error adds its code to this list.
    @Test func theCodesAreThoseOfTheContract() throws {
        let codes = try Self.enums.map { path, declaration in
            try cases(path, declaration).map { ErrorCode(caseNamed: $0).text }
                .joined(separator: " ")
        }
        let contract = Self.contract.split(separator: "\n").map(String.init)
        for (given, expected) in zip(codes, contract) { #expect(given == expected) }
        #expect(codes.count == contract.count)
    }

    @Test func errorsHaveTheCodeOfTheirInnermostReason() {
        let kind = Kinds.standard[KindIndex(0)]
        let outside = RuleViolation(field: "page", value: "9", rule: .isOutside(1...5))
        let codes = [
            ErrorCode(of: LanguageError(.tooDeep, at: 0..<1)),
            ErrorCode(of: LanguageError(.unknownVerb("x", nearest: []), at: 0..<1)),
            ErrorCode(of: CommandFailure(.noSuchNumber(ItemNumber(3)))),
            ErrorCode(of: CommandFailure(.nothingToUndo)),
            ErrorCode(of: CommandFailure(.violation(outside, kind: kind))),
            ErrorCode(of: CommandFailure(.snapshot(.isEphemeral))),
            ErrorCode(of: CommandFailure(.importing("a", .failed(.isEmpty)))),
            ErrorCode(of: CommandFailure(.sync(.notLoggedIn))),
            ErrorCode(of: LibraryError.isReadOnly("a")),
            ErrorCode(of: LibraryError.snapshot(.exists("a"))),
        ]
        #expect(
            codes.map(\.text) == [
                "too-deep", "unknown-verb", "no-such-item", "nothing-to-undo", "out-of-range",
                "ephemeral", "empty-file", "not-logged-in", "read-only", "exists",
            ])
    }

    @Test func reportsCarryTheCode() {
        #expect(ErrorReport(CommandFailure(.nothingToRedo)).code?.text == "nothing-to-redo")
        #expect(ErrorReport(LibraryError.isBusy("a")).code?.text == "busy")
        #expect(ErrorReport(LanguageError(.noResult, at: 0..<0)).code?.text == "no-result")
    }

    /// A line for each enum.
    static let contract = """
        open-quote unknown-escape unknown-verb unknown-kind unknown-field no-kind-has-all \
        colon-in-title field-of-another-kind word-behind-value quote-in-word no-month \
        no-result ambiguous-field field-twice unknown-option missing missing-before-comment \
        unexpected comparison-for-assignment assignment-for-comparison doubled-equals \
        no-number bad-range unknown-word missing-condition open-parenthesis \
        close-parenthesis too-deep command-too-long password-typed not-an-email
        required not-a-whole-number out-of-range not-a-number out-of-range between-steps \
        not-a-date in-future not-an-isbn not-a-month unknown-state steps-back above-total \
        below-current name-taken has-null has-control-character mixes-signs of-other-type \
        too-long
        no-such-item no-such-item ambiguous-title nothing-is-it nothing-matches \
        selection-needs-confirmation takes-one-item violation snapshot damaged \
        needs-confirmation was-not-confirmed duplicate does-not-apply last-state needs-total \
        nothing-to-undo nothing-else-to-undo cannot-undo cannot-redo nothing-to-redo \
        no-such-file unreadable is-folder is-library is-command sources-too-deep \
        needs-terminal cannot-repeat editor-failed edit-file-failed editor-ended bad-form \
        is-command alias-of-unknown-command no-such-alias no-such-setting bad-setting \
        no-such-help interrupted lent has-comma no-such-shelf photo cover catalogue export \
        importing sync
        needs-server server-unavailable rejected unconfirmed not-logged-in belongs-to \
        not-encrypted no-password password-file passwords-differ cannot-ask cannot-sync \
        refused token no-such-device not-connected needs-address bad-address not-in-queue \
        no-such-conflict conflict-of-others cannot-take
        lookup no-search bad-address no-such-result is-result on-read-list \
        is-read-list-entry not-finished not-on-read-list no-kind no-isbn unknown-isbn \
        codes-left empty-folder no-codes barcode no-code
        file-exists is-library system unknown-ending not-text archive
        is-library adds-and-updates no-columns failed
        read empty-file unknown unknown-archive not-this-format lacks-column has-own-columns \
        has-no-field other-form
        no-connection invalid-response wrong-request not-allowed too-many unavailable \
        needs-key unfit-request
        is-folder missing has-no-folder no-permission cannot-create not-a-database \
        not-a-library has-active-schema newer damaged busy was-replaced disk-is-full full \
        read-only cannot-read snapshot not-understood
        not-a-name exists missing unusable cannot-save ephemeral
        """
}
