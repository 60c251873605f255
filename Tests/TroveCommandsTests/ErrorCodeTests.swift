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
    /// Lessons name codes, so a code stays, also when the case of its error gets another name.
    @Test func everyCodeOfTheContractExists() throws {
        let folder = Repository.path(of: "Sources/TroveCommands/Failures")
        let codes = try ProgramUnderTest("/bin/grep").run(["-rhoE", #": "[a-z0-9-]+"$"#, folder])
            .requiring().lines.map { String($0.dropFirst(3).dropLast()) }
        let contract = Self.contract.split(whereSeparator: \.isWhitespace).map(String.init)
        #expect(contract.filter { !codes.contains($0) } == [])
        #expect(contract.count > 100)
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
        sources-too-deep sql steps-back system takes-one-item takes-one-value too-deep too-long too-many
        too-many-commands
        unavailable unconfirmed unexpected unfit-request unknown unknown-archive
        unknown-ending unknown-escape unknown-field unknown-isbn unknown-kind unknown-option
        unknown-state unknown-verb unknown-word unquoted-day unreadable unusable was-not-confirmed
        was-replaced word-behind-value wrong-request
        """
}
