import Testing
import TroveCommands
import TroveSync
import TroveTerminal
import TroveTesting

/// What a command says when it does not know whether the server carried out its change.
@Suite struct MissingAnswerTests {
    @Test(arguments: [
        Case<OfflineReason?, String>(
            "an answer that does not fit", nil, "the server gave no valid answer"),
        Case("no time", .timedOut, "the server did not answer"),
        Case("a connection that ended", .cutOff, "the server did not answer"),
        Case("Ctrl-C", .interrupted, "interrupted before the server answered"),
        Case(
            "a full disk", .trouble(status: 507, message: "the server's disk is full"),
            "server error: the server's disk is full"),
        Case(
            "a reply that is not JSON", .invalidResponse(.notJSON),
            "the server sent an invalid response: not JSON"),
    ])
    func theReasonIsNamed(_ row: Case<OfflineReason?, String>) {
        let report = ErrorReport(CommandFailure(.isUnconfirmed(row.input)))
        let text = "\(row.expected), so it is not known yet whether this was done"
        #expect(report.text.rendered == text)
        #expect(report.code?.text == "unconfirmed")
    }
}
