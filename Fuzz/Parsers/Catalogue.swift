import TroveHTTP
import TroveLookup
import TroveModel

/// Checks that any reply of a catalogue service is parsed or rejected, after a few requests and
/// within the size limits. The API key must be sent to its own service only, and must not appear in
/// messages.
///
/// The first byte of the input selects the lookup, the second the status; the rest is the body and
/// the target of redirects.
func tryCatalogue(_ bytes: [UInt8]) {
    guard bytes.count >= 2, let isbn = ISBN(parsing: "9780441013593") else { return }
    let statuses = [200, 200, 200, 200, 301, 302, 400, 403, 404, 422, 429, 503]
    let body = Array(bytes.dropFirst(2))
    let reply = HTTPReply(
        status: statuses[Int(bytes[1]) % statuses.count],
        headers: [("location", String(decoding: body, as: UTF8.self))], body: body)
    var settings = CatalogueSettings()
    settings[TMDB.key] = key
    settings.contact = "reader@example.org"
    if bytes[0] & 0x10 != 0 { settings[GoogleBooks.key] = key }
    settings.language = bytes[0] & 0x20 != 0 ? "de-DE" : "en-US"
    switch bytes[0] & 0xF {
    case 0: drive(SearchLookup(CatalogueQuery("dune"), settings), reply) { require($0.entries) }
    case 1:
        drive(SearchLookup(CatalogueQuery("alien", of: .movies), settings), reply) {
            require($0.entries)
        }
    case 2: drive(ISBNLookup(isbn, settings), reply) { require($0.map { [$0] } ?? []) }
    case 3: details(OpenLibrary(), "/works/OL1W", settings, reply)
    case 4: details(GoogleBooks(), "abc", settings, reply)
    case 5: details(TMDB(), "348", settings, reply)
    case 6:
        drive(
            PictureLookup(address: String(decoding: body, as: UTF8.self), settings, isAsked: true),
            reply
        ) { _ in
        }
    default:
        let address = "https://covers.openlibrary.org/b/id/1-L.jpg"
        drive(PictureLookup(address: address, settings, isAsked: true), reply) { _ in }
    }
}

private let key = "0123456789abcdef0123456789abcdef"

private func details(
    _ service: any CatalogueService, _ id: String, _ settings: CatalogueSettings, _ reply: HTTPReply
) {
    let entry = CatalogueEntry(service, key: id, title: "A title")
    drive(DetailsLookup(entry, settings), reply) { require([$0]) }
}

/// Gives the same reply to every request.
private func drive<Some: Lookup>(
    _ lookup: Some, _ reply: HTTPReply, _ check: (Some.Answer) -> Void
) {
    var lookup = lookup
    do throws(LookupFailure) {
        var request = try lookup.begin()
        for _ in 0..<40 {
            require(request)
            switch try lookup.receive(.success(reply)) {
            case .ask(let next, let pause):
                precondition(pause >= .zero && pause <= .seconds(30), "the pause is \(pause)")
                request = next
            case .done(let answer): return check(answer)
            }
        }
        preconditionFailure("the lookup does not end")
    } catch {
        // Only Trove's own key is secret; a server may send any other one.
        precondition(!"\(error)".contains(key), "the key is in \(error)")
    }
}

private func require(_ request: HTTPRequest) {
    precondition(
        request.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "not a URL: \(request.url)")
    precondition(
        request.url.hasPrefix("http://") || request.url.hasPrefix("https://"),
        "another scheme: \(request.url)")
    precondition(request.headers.contains { $0.name == "User-Agent" }, "no User-Agent")
}

private func require(_ entries: [CatalogueEntry]) {
    precondition(entries.count <= 100, "\(entries.count) entries")
    precondition(Set(entries.map(\.key)).count == entries.count, "duplicate entry")
    for entry in entries {
        let names = entry.creators + entry.subjects + [entry.publisher].compactMap { $0 }
        precondition(!entry.title.isEmpty && entry.title.utf8.count <= 1000, "the title")
        precondition(names.allSatisfy { $0.utf8.count <= 300 }, "a name is too long")
        precondition(entry.creators.count <= 100 && entry.subjects.count <= 100, "too many names")
        precondition(entry.isbns.count <= 101, "too many numbers")
        precondition((entry.summary?.utf8.count ?? 0) <= 20_000, "the summary")
        precondition(entry.cover?.hasPrefix("http") ?? true, "not a URL: \(entry.cover ?? "")")
        precondition(entry.year != 0 && (entry.pages ?? 1) > 0 && (entry.minutes ?? 1) > 0, "zero")
    }
}
