import Testing
import TroveCommands
import TroveTerminal
import TroveTesting
import TroveWire

/// What is said of a command of which the server has rejected some changes only.
@Suite struct PartialRejectionTests {
    private static let rejected = SyncSession.Verdict.rejected(Rejection(.invalid, "too long"))

    /// Returns the error and its advice; nil if the command was not rejected in part.
    private func said(_ verdicts: [SyncSession.Verdict?], isUndo: Bool = false) -> [String]? {
        SyncSession.Verdict.partialRejection(verdicts, isUndo: isUndo).map { problem in
            let report = ErrorReport(CommandFailure(problem))
            return [report.text.rendered, report.advice?.rendered ?? ""]
        }
    }

    @Test func namesWhatWasMade() {
        let text = "the server rejected 1 of 2 changes: too long"
        #expect(
            said([nil, Self.rejected]) == [text, "the other was made; `undo` reverts it"])
        #expect(
            said([Self.rejected, nil], isUndo: true)
                == [text, "the other was made; `redo` reverts it"])
        #expect(
            said([Self.rejected, .lost])
                == [
                    text,
                    "the other was made or lost to another device (`conflicts`); `undo` reverts "
                        + "what was made",
                ])
        #expect(
            said([nil, Self.rejected, .queued(nil), Self.rejected])
                == [
                    "the server rejected 2 of 4 changes: too long",
                    "the others were made or queued; `undo` reverts what was made",
                ])
    }

    @Test func isSilentAboutOtherOutcomes() {
        #expect(said([Self.rejected, Self.rejected]) == nil)
        #expect(said([nil, .lost]) == nil)
        #expect(said([nil, Self.rejected, .notTaken(nil)]) == nil)
        #expect(said([Self.rejected, .unconfirmed(nil)]) == nil)
    }
}
