import Testing
import TroveHTTP
import TroveLookup
import TroveModel
import TroveTesting

/// Failures and how they are interpreted.
@Suite struct FailureTests {
    /// A status, a body, and their meaning for a search.
    struct Answer: Sendable {
        let service: LookupSource
        let status: Int
        let body: String

        init(_ service: LookupSource, _ status: Int, _ body: String) {
            self.service = service
            self.status = status
            self.body = body
        }

        var lookup: SearchLookup {
            switch service {
            case .googleBooks: SearchLookup(CatalogueQuery("dune"), .withGoogleKey)
            case .tmdb: SearchLookup(CatalogueQuery("alien", of: .movies), .withTMDBKey)
            default: SearchLookup(CatalogueQuery("dune"), .usual)
            }
        }
    }

    static let answers: [Case<Answer, LookupFailure>] = [
        Case(
            "a query that is too short",
            Answer(
                .openLibrary, 422,
                """
                {"detail":[{"type":"value_error","loc":["query","q"],"msg":"Value error, Query too \
                short, must be at least 3 characters","input":"ab","ctx":{"error":{}}}]}
                """),
            .wrongRequest(
                .openLibrary, status: 422, "Query too short, must be at least 3 characters")),
        Case(
            "a detail that is a text", Answer(.openLibrary, 422, "{\"detail\": \"No.\"}"),
            .wrongRequest(.openLibrary, status: 422, "No.")),
        Case(
            "a detail that is nothing", Answer(.openLibrary, 422, "{\"detail\": []}"),
            .wrongRequest(.openLibrary, status: 422, nil)),
        Case(
            "a page that forbids", Answer(.openLibrary, 403, "<html>403 Forbidden</html>"),
            .notAllowed(.openLibrary, status: 403, nil)),
        Case(
            "an address that is gone", Answer(.openLibrary, 404, "<html></html>"),
            .invalidResponse(.openLibrary, .status(404))),
        Case(
            "a route that is gone", Answer(.openLibrary, 404, "{\"detail\":\"Not Found\"}"),
            .invalidResponse(.openLibrary, .status(404))),
        Case(
            "offline", Answer(.openLibrary, 500, "<html>temporarily offline</html>"),
            .unavailable(.openLibrary, status: 500)),
        Case(
            "no content", Answer(.openLibrary, 204, ""),
            .invalidResponse(.openLibrary, .status(204))),
        Case(
            "not changed", Answer(.openLibrary, 304, ""),
            .invalidResponse(.openLibrary, .status(304))),
        Case(
            "an empty answer", Answer(.openLibrary, 200, " \n"),
            .invalidResponse(.openLibrary, .empty)),
        Case(
            "a web page", Answer(.openLibrary, 200, "\n<!DOCTYPE html>"),
            .invalidResponse(.openLibrary, .webPage)),
        Case(
            "a script", Answer(.openLibrary, 200, "var _OLBookInfo = {};"),
            .invalidResponse(.openLibrary, .script)),
        Case(
            "words", Answer(.openLibrary, 200, "Traceback (most recent call last)"),
            .invalidResponse(.openLibrary, .notJSON)),
        Case(
            "an array", Answer(.openLibrary, 200, "[]"), .invalidResponse(.openLibrary, .notJSON)),
        Case(
            "half of an answer", Answer(.openLibrary, 200, "{\"docs\": [{\"key\": \"/wor"),
            .invalidResponse(.openLibrary, .brokenJSON(offset: 23))),
        Case(
            "something else", Answer(.openLibrary, 200, "{\"results\": []}"),
            .invalidResponse(.openLibrary, .noResults)),
        Case(
            "a quota, as 403",
            Answer(
                .googleBooks, 403,
                """
                {"error": {"code": 403, "message": "Daily Limit Exceeded",
                "errors": [{"domain": "usageLimits", "reason": "dailyLimitExceeded"}]}}
                """), .tooMany(.googleBooks)),
        Case(
            "a quota, as 400",
            Answer(
                .googleBooks, 400,
                "{\"error\": {\"code\": 400, \"status\": \"RESOURCE_EXHAUSTED\"}}"),
            .tooMany(.googleBooks)),
        Case(
            "a key that is none",
            Answer(
                .googleBooks, 400,
                "{\"error\": {\"code\": 400, \"message\": \"API key not valid.\"}}"),
            .notAllowed(.googleBooks, status: 400, "API key not valid.")),
        Case(
            "an address of no country",
            Answer(
                .googleBooks, 403,
                "{\"error\": {\"code\": 403, \"message\": \"Cannot determine user location\"}}"),
            .notAllowed(.googleBooks, status: 403, "Cannot determine user location")),
        Case(
            "something that Google does not say", Answer(.googleBooks, 200, "{\"kind\": \"x\"}"),
            .invalidResponse(.googleBooks, .noResults)),
        Case(
            "a wrong key",
            Answer(
                .tmdb, 401,
                """
                {"success":false,"status_code":7,"status_message":"Invalid API key: You must be \
                granted a valid key."}
                """),
            .notAllowed(
                .tmdb, status: 401, "Invalid API key: You must be granted a valid key.")),
        Case(
            "a question without words",
            Answer(.tmdb, 422, "{\"errors\":[\"query must be provided\"]}"),
            .wrongRequest(.tmdb, status: 422, "query must be provided")),
        Case(
            "a page that is none",
            Answer(.tmdb, 400, "{\"status_code\":22,\"status_message\":\"Invalid page\"}"),
            .wrongRequest(.tmdb, status: 400, "Invalid page")),
        Case(
            "a broken gateway", Answer(.tmdb, 502, "Bad gateway"),
            .unavailable(.tmdb, status: 502)),
    ]

    @Test(arguments: answers)
    func classifiesReplies(_ answer: Case<Answer, LookupFailure>) throws {
        let outcome = try ask(
            answer.input.lookup, [.success(reply(answer.input.body, status: answer.input.status))])
        #expect(outcome.failure == answer.expected)
    }

    static let failures: [Case<HTTPFailure, LookupFailure>] = [
        Case("no network", .unreachable, .noConnection(.openLibrary, .unreachable)),
        Case("too slow", .timedOut, .noConnection(.openLibrary, .timedOut)),
        Case("cancelled", .cancelled, .noConnection(.openLibrary, .cancelled)),
        Case(
            "too large", .tooLarge,
            .invalidResponse(.openLibrary, .tooLarge)),
        Case("no HTTP", .invalidReply("words"), .invalidResponse(.openLibrary, .http("words"))),
    ]

    @Test(arguments: failures)
    func classifiesFailures(_ failure: Case<HTTPFailure, LookupFailure>) throws {
        let lookup = SearchLookup(CatalogueQuery("dune"), .usual)
        #expect(try ask(lookup, [.failure(failure.input)]).failure == failure.expected)
    }

    @Test func truncatesLongMessages() throws {
        let body = "{\"detail\": \"\(String(repeating: "é", count: 1000))\"}"
        let answer = Answer(.openLibrary, 422, body)
        guard
            case .wrongRequest(_, _, let words?) =
                try ask(answer.lookup, [.success(reply(body, status: 422))]).failure
        else {
            Issue.record("no words")
            return
        }
        #expect(words == String(repeating: "é", count: 150))
    }

    // MARK: Rate limits

    private func later(
        _ status: Int, after: String? = nil, times: Int
    ) throws -> Outcome<CataloguePage> {
        let headers = after.map { [(name: "retry-after", value: $0)] } ?? []
        let refusals = Array(repeating: reply("{}", status: status, headers), count: times)
        let replies = refusals + [reply("{\"docs\": []}")]
        return try ask(
            SearchLookup(CatalogueQuery("dune"), .usual), replies.map { .success($0) })
    }

    @Test(arguments: [429, 503])
    func retries(_ status: Int) throws {
        let outcome = try later(status, times: 3)
        #expect(try outcome.result.get().entries.isEmpty)
        #expect(outcome.pauses == [.seconds(1), .seconds(2), .seconds(4)])
        #expect(Set(outcome.requests.map(\.url)).count == 1)
        #expect(outcome.requests.allSatisfy { $0.header("User-Agent") != nil })
    }

    @Test func givesUp() throws {
        #expect(try later(429, times: 4).failure == .tooMany(.openLibrary))
        #expect(try later(503, times: 4).failure == .unavailable(.openLibrary, status: 503))
    }

    static let waits: [Case<String, [Duration]>] = [
        Case("longer", "5", [.seconds(5)]), Case("shorter", "0", [.seconds(1)]),
        Case("the longest", "30", [.seconds(30)]), Case("too long", "31", []),
        Case("an hour", "3600", []), Case("a date", "Wed, 21 Oct 2026 07:28:00 GMT", []),
        Case("beyond numbers", "99999999999999999999", []),
        Case("less than nothing", "-1", [.seconds(1)]),
    ]

    @Test(arguments: waits)
    func honorsRetryAfter(_ wait: Case<String, [Duration]>) throws {
        let outcome = try later(429, after: wait.input, times: 1)
        #expect(outcome.pauses == wait.expected)
        #expect(outcome.failure == (wait.expected.isEmpty ? .tooMany(.openLibrary) : nil))
    }

    @Test func detectsATruncatedBody() throws {
        let lookup = SearchLookup(CatalogueQuery("dune"), .usual)
        let body = "{\"docs\": []}"
        func outcome(_ headers: [(name: String, value: String)]) throws -> LookupFailure? {
            try ask(lookup, [.success(reply(body, headers))]).failure
        }
        #expect(try outcome([("content-length", "500")]) == .noConnection(.openLibrary, .cutOff))
        #expect(try outcome([("content-length", "\(body.utf8.count)")]) == nil)
        // The length of the compressed body.
        #expect(try outcome([("content-length", "5"), ("content-encoding", "gzip")]) == nil)
    }
}
