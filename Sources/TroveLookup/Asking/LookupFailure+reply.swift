import TroveCodecs
import TroveHTTP
import TroveModel

extension LookupFailure {
    /// Translates a failure of the HTTP client. Keys are removed from libcurl's messages.
    init(_ failure: HTTPFailure, of source: LookupSource, _ secrets: [String]) {
        switch failure {
        case .tooLarge: self = .invalidResponse(source, .tooLarge)
        case .notPublic: self = .unfit(source, .notPublic)
        case .invalidReply(let words):
            self = .invalidResponse(source, .http(words.without(secrets)))
        case .invalidRequest(let words):
            self = .noConnection(source, .invalidRequest(words.without(secrets)))
        case .notSecure(let words):
            self = .noConnection(source, .notSecure(words.without(secrets)))
        case .other(let words): self = .noConnection(source, .other(words.without(secrets)))
        default: self = .noConnection(source, failure)
        }
    }

    /// Translates a reply whose status reports a failure.
    init(_ reply: HTTPReply, of source: LookupSource, _ secrets: [String]) {
        let complaint = ServiceComplaint(reply.body)
        // Removes keys before truncating, because half of a key is secret, too.
        let words = complaint.words?.without(secrets).cut(to: 300)
        switch reply.status {
        case 400..<500 where complaint.isQuota: self = .tooMany(source)
        case 400 where complaint.isKey: self = .notAllowed(source, status: 400, words)
        case 401, 403: self = .notAllowed(source, status: reply.status, words)
        // The services report "not found" in other ways.
        case 404, 410: self = .invalidResponse(source, .status(reply.status))
        case 400..<500: self = .wrongRequest(source, status: reply.status, words)
        case 500...: self = .unavailable(source, status: reply.status)
        default: self = .invalidResponse(source, .status(reply.status))
        }
    }
}

/// The error message of a service, in one of the forms that services use.
struct ServiceComplaint {
    /// The message; nil for a web page, and without a message.
    private(set) var words: String?
    /// Whether the quota of requests is used up.
    private(set) var isQuota = false
    /// Whether the message is about the key.
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
        // Open Library (FastAPI): an array of errors, or a text.
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
    /// Returns the text with each secret replaced by an ellipsis.
    func without(_ secrets: [String]) -> String {
        secrets.reduce(self) { text, secret in text.replacing(secret, with: "…") }
    }

    func dropping(prefix: String) -> String {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : self
    }

    /// Returns the longest prefix of whole characters with at most this many bytes of UTF-8.
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
