import Testing
import TroveCodecs
import TroveHTTP
import TroveSync
import TroveTesting
import TroveWire

/// The interpretation of a reply, independent of its request.
@Suite struct RequestOutcomeTests {
    private func outcome(
        _ status: Int, _ body: String = "", _ headers: [(name: String, value: String)] = []
    ) -> RequestOutcome {
        RequestOutcome(
            .success(HTTPReply(status: status, headers: headers, body: Array(body.utf8))),
            mayHaveArrived: true)
    }

    @Test(arguments: [200, 201, 204, 299])
    func aSuccessHasItsJSON(_ status: Int) {
        guard case .success(let json) = outcome(status, #"{"a":1}"#) else {
            Issue.record("no success")
            return
        }
        #expect(json == .object([JSON.Member("a", .integer(1))]))
        guard case .success(.null) = outcome(status) else {
            Issue.record("no body is a success, too")
            return
        }
    }

    /// For example, a hotel network's login page.
    @Test(arguments: ["<html>", "{\"a\":", String(repeating: "[", count: 17)])
    func aSuccessThatIsNoJSONIsNone(_ body: String) {
        guard case .noReply(.invalidResponse, mayHaveArrived: true) = outcome(200, body) else {
            Issue.record("taken for an answer")
            return
        }
    }

    @Test(arguments: [500, 502, 504, 599])
    func serverErrorsAreNotAnswers(_ status: Int) {
        guard case .noReply(.trouble(status, ""), mayHaveArrived: true) = outcome(status) else {
            Issue.record("taken for an answer")
            return
        }
        let body = #"{"error":{"code":"internal","message":"the disk is full"}}"#
        guard
            case .noReply(.trouble(status, "the disk is full"), mayHaveArrived: true) =
                outcome(status, body)
        else {
            Issue.record("the reason is lost")
            return
        }
    }

    /// The page of a proxy or a captive portal signs no device out and rejects no change. Any of
    /// them may say that it is busy.
    @Test(arguments: [301, 400, 401, 403, 404, 409, 410, 413, 426])
    func aRefusalWithoutACodeIsNone(_ status: Int) {
        for body in ["<html>Sign in</html>", "", #"{"message":"no"}"#] {
            guard case .noReply(.invalidResponse(.status(status, _)), _) = outcome(status, body)
            else {
                Issue.record("taken for an answer")
                return
            }
        }
        guard case .refusal = outcome(503, "<html>") else {
            Issue.record("not busy")
            return
        }
    }

    @Test(arguments: [301, 304, 400, 401, 403, 404, 409, 410, 413, 426, 429, 503])
    func refusalsHaveAReason(_ status: Int) {
        let body = #"{"error":{"code":"x","message":"y"}}"#
        guard case .refusal(let refusal, mayHaveArrived: false) = outcome(status, body) else {
            Issue.record("no refusal")
            return
        }
        #expect(refusal == ServerRefusal(status: status, code: "x", message: "y"))
    }

    @Test(
        arguments: [
            Case("7", "7", 7), Case("0", "0", 1), Case("negative", "-5", 1),
            Case("for ever", "999999999", 3600),
            Case("a date", "Fri, 20 Nov 2026 12:00:00 GMT", nil),
            Case("nothing", "", nil),
        ] as [Case<String, Int?>])
    func retryAfterIsLimited(_ row: Case<String, Int?>) {
        guard
            case .refusal(let refusal, mayHaveArrived: false) = outcome(
                429, "", [("retry-after", row.input)])
        else {
            Issue.record("no refusal")
            return
        }
        #expect(refusal.retryAfter == row.expected)
    }

    @Test(arguments: [
        Case("name", HTTPFailure.cannotResolve(host: "h"), OfflineReason.cannotResolve(host: "h")),
        Case("refused", .refused, .refused), Case("no way", .unreachable, .unreachable),
        Case("late", .timedOut, .timedOut), Case("cut", .cutOff, .cutOff),
        Case("given up", .cancelled, .interrupted), Case("TLS", .notSecure("w"), .notSecure("w")),
        Case("long", .tooLarge, .invalidResponse(.tooLarge)),
        Case("no HTTP", .invalidReply("w"), .invalidResponse(.http("w"))),
        Case("other", .other("w"), .invalidResponse(.http("w"))),
    ])
    func everyFailureHasAReason(_ row: Case<HTTPFailure, OfflineReason>) {
        for mayHaveArrived in [true, false] {
            guard
                case .noReply(let reason, let arrived) = RequestOutcome(
                    .failure(row.input), mayHaveArrived: mayHaveArrived)
            else {
                Issue.record("taken for an answer")
                return
            }
            #expect(reason == row.expected)
            #expect(arrived == mayHaveArrived)
        }
    }
}
