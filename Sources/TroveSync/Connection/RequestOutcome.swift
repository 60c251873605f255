package import TroveCodecs
package import TroveHTTP
package import TroveWire

/// The outcome of a request.
package enum RequestOutcome: Sendable {
    /// Success, with the JSON of the body; null if there is none.
    case success(JSON)
    /// The server refused the request. With `mayHaveArrived`, the request was sent twice,
    /// and the server may have carried out the first copy.
    case refusal(ServerRefusal, mayHaveArrived: Bool)
    /// No valid reply arrived.
    case noReply(OfflineReason, mayHaveArrived: Bool)

    /// Parses the status and the JSON of a reply, or converts the failure.
    package init(_ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool) {
        switch result {
        case .failure(let failure):
            self = .noReply(OfflineReason(failure), mayHaveArrived: mayHaveArrived)
        case .success(let reply):
            let json = try? JSON(parsing: reply.body, depthLimit: Limits.replyDepth)
            switch reply.status {
            case 200...299:
                if let json {
                    self = .success(json)
                } else if reply.body.isEmpty {
                    self = .success(.null)
                } else {
                    self = .noReply(.invalidResponse(.notJSON), mayHaveArrived: true)
                }
            case 500, 502, 504...599:
                let refusal = ServerRefusal(status: reply.status, body: json, retryAfter: nil)
                self = .noReply(
                    .trouble(status: reply.status, message: refusal.message), mayHaveArrived: true)
            default:
                let seconds = reply.header("retry-after").flatMap { Int($0) }
                let refusal = ServerRefusal(
                    status: reply.status, body: json,
                    retryAfter: seconds.map { min(max($0, 1), 3600) })
                // Without a code, it is from a proxy or a captive portal, which knows nothing of
                // tokens and changes. Any of them may say that it is busy.
                if refusal.code.isEmpty, ![429, 503].contains(reply.status) {
                    let problem = InvalidResponse.status(reply.status, message: refusal.message)
                    self = .noReply(.invalidResponse(problem), mayHaveArrived: reply.isToRepetition)
                } else {
                    self = .refusal(refusal, mayHaveArrived: reply.isToRepetition)
                }
            }
        }
    }
}

extension RequestOutcome {
    /// Whether the server may have carried out the request.
    var mayHaveArrived: Bool {
        switch self {
        case .success: true
        case .refusal(_, let mayHaveArrived), .noReply(_, let mayHaveArrived): mayHaveArrived
        }
    }
}
