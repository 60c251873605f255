import Testing
import TroveHTTP
import TroveLookup
import TroveModel
import TroveTesting

/// The user's keys appear in no message, description or dump.
@Suite struct SecrecyTests {
    /// A key as pasted, and the forms in which it could leak.
    struct Key: Sendable {
        let pasted: String
        let forms: [String]
    }

    static let keys = [
        Key(
            pasted: "0123456789abcdef0123456789abcdef",
            forms: ["0123456789abcdef0123456789abcdef"]),
        Key(pasted: "eyJ0b2tlbg.secret\n", forms: ["eyJ0b2tlbg.secret"]),
        Key(pasted: "AI za+Secret", forms: ["AIza+Secret", "AIza%2BSecret"]),
    ]

    private func settings(_ key: Key) -> CatalogueSettings {
        var settings = CatalogueSettings.usual
        settings[TMDB.key] = key.pasted
        settings[GoogleBooks.key] = key.pasted
        return settings
    }

    private func expectNoKey(_ key: Key, in text: String) {
        #expect(!key.forms.contains { text.contains($0.prefix(8)) }, "\(text)")
    }

    @Test(arguments: keys, [CatalogueQuery("dune"), CatalogueQuery("alien", of: .movies)])
    func isInNoMessage(_ key: Key, _ query: CatalogueQuery) throws {
        let lookup = SearchLookup(query, settings(key))
        for form in key.forms {
            // The second one spans the position where long messages are truncated.
            for filler in ["", String(repeating: "x", count: 265)] {
                let words = "https://a/\(filler)?api_key=\(form)"
                let json = "{\"detail\": \"\(words)\"}"
                let results: [Result<HTTPReply, HTTPFailure>] =
                    [400, 401, 403, 404, 422, 500].map { .success(reply(json, status: $0)) }
                    + [
                        .failure(.invalidReply(words)), .failure(.notSecure(words)),
                        .failure(.other(words)), .success(reply("{\(words)")),
                        .success(reply("", status: 302, [("location", words)])),
                    ]
                for result in results {
                    let failure = try #require(try ask(lookup, [result]).failure)
                    expectNoKey(key, in: "\(failure)")
                    expectNoKey(key, in: String(reflecting: failure))
                }
            }
        }
    }

    @Test(arguments: keys)
    func isInNoDescription(_ key: Key) throws {
        let settings = settings(key)
        var search = SearchLookup(CatalogueQuery("alien", of: .movies), settings)
        _ = try search.begin()
        var details = DetailsLookup(CatalogueEntry(TMDB(), key: "1", title: "A"), settings)
        _ = try details.begin()
        for value in [settings, search, details] as [Any] {
            var dumped = ""
            dump(value, to: &dumped)
            for text in ["\(value)", String(reflecting: value), dumped] {
                expectNoKey(key, in: text)
            }
        }
    }
}
