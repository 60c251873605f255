import TroveCodecs
import TroveHTTP
import TroveModel

extension LookupFailure {
    /// What it means that there was no reply. Keys are taken out of libcurl's words.
    init(_ failure: HTTPFailure, of service: CatalogueService, _ secrets: [String]) {
        switch failure {
        case .tooLarge: self = .nonsense(service, "an answer that is far too large")
        case .invalidReply(let words): self = .nonsense(service, words.without(secrets))
        case .notSecure(let words):
            self = .noConnection(service, .notSecure(words.without(secrets)))
        case .other(let words): self = .noConnection(service, .other(words.without(secrets)))
        default: self = .noConnection(service, failure)
        }
    }

    /// What a status means that is no answer.
    init(_ reply: HTTPReply, of service: CatalogueService, _ secrets: [String]) {
        let complaint = ServiceComplaint(reply.body)
        // In this order: half of a key is a secret, too.
        let words = complaint.words?.without(secrets).cut(to: 300)
        switch reply.status {
        case 400..<500 where complaint.isQuota: self = .tooMany(service)
        case 400 where complaint.isKey: self = .notAllowed(service, status: 400, words)
        case 401, 403: self = .notAllowed(service, status: reply.status, words)
        // Every catalogue says in other ways that it has found nothing.
        case 404, 410: self = .nonsense(service, "status \(reply.status)")
        case 400..<500: self = .wrongRequest(service, status: reply.status, words)
        case 500...: self = .unavailable(service, status: reply.status)
        default: self = .nonsense(service, "status \(reply.status)")
        }
    }
}

/// What a service says when it does not answer, in the shapes that services have for it.
struct ServiceComplaint {
    /// In the service's words; nil for a web page and for what has none.
    private(set) var words: String?
    /// Whether it says that enough was asked for today.
    private(set) var isQuota = false
    /// Whether it is about the key.
    private(set) var isKey = false

    init(_ body: [UInt8]) {
        guard body.count <= 1 << 20, let json = try? JSON(parsing: body) else { return }
        words = Self.words(json)
        let error = json["error"]
        let reasons = (error?["errors"]?.array ?? []).compactMap { $0["reason"]?.text }
        isQuota =
            error?["status"]?.text == "RESOURCE_EXHAUSTED"
            || reasons.contains { $0.hasSuffix("LimitExceeded") || $0 == "quotaExceeded" }
        isKey = error?["message"]?.text?.contains("API key") ?? false
    }

    private static func words(_ json: JSON) -> String? {
        // Open Library (FastAPI): an array of mistakes, or a text.
        if let mistakes = json["detail"]?.array {
            let messages = mistakes.compactMap { mistake in
                mistake["msg"]?.text.map { $0.dropping(prefix: "Value error, ") }
            }
            return messages.isEmpty ? nil : messages.prefix(3).joined(separator: "; ")
        }
        if let errors = json["errors"]?.array?.compactMap(\.text), !errors.isEmpty {
            return errors.prefix(3).joined(separator: "; ")  // TMDB, without a number
        }
        return json["detail"]?.text ?? json["status_message"]?.text
            ?? json["error"]?["message"]?.text ?? json["error"]?.text ?? json["message"]?.text
    }
}

extension String {
    /// The text with every secret replaced by three dots.
    func without(_ secrets: [String]) -> String {
        secrets.reduce(self) { text, secret in text.replacing(secret, with: "…") }
    }

    /// The text without this beginning.
    func dropping(prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }

    /// As much of the text as has at most so many bytes in UTF-8.
    func cut(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        var kept = unicodeScalars.prefix(limit)
        var count = 0
        if let end = kept.indices.first(where: { index in
            count += kept[index].utf8.count
            return count > limit
        }) {
            kept = kept[..<end]
        }
        return String(kept)
    }
}
