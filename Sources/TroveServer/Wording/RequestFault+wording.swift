import TroveWire

extension RequestFault {
    /// The status and the message for the client.
    var refusal: ServerRefusal {
        switch self {
        case .malformed(let flaw):
            ServerRefusal(
                status: 400, code: ServerRefusal.Code.badRequest, message: flaw.message)
        case .unknownCoding:
            ServerRefusal(
                status: 501, code: ServerRefusal.Code.badRequest,
                message: "the only supported transfer coding is chunked")
        case .largeHead(let limit):
            ServerRefusal(
                status: 431, code: ServerRefusal.Code.tooLarge,
                message: "the request head is larger than \(limit) bytes")
        case .largeBody(let limit):
            ServerRefusal(
                status: 413, code: ServerRefusal.Code.tooLarge,
                message: limit == 0
                    ? "this request cannot have a body"
                    : "the request body is larger than \(limit) bytes")
        case .nothingThere:
            ServerRefusal(
                status: 404, code: ServerRefusal.Code.notFound,
                message: "there is no resource at this path")
        case .tooManyRequests:
            ServerRefusal(
                status: 429, code: ServerRefusal.Code.tooMany,
                message: "too many logins at the moment; try again soon", retryAfter: 1)
        case .muchData:
            ServerRefusal(
                status: 503, code: ServerRefusal.Code.tooMany,
                message: "the server is receiving too much data; try again soon", retryAfter: 1)
        case .unreadAnswers:
            ServerRefusal(
                status: 503, code: ServerRefusal.Code.tooMany,
                message: "too many answers are waiting to be read; read them, or try again soon",
                retryAfter: 1)
        case .stopping:
            ServerRefusal(
                status: 503, code: ServerRefusal.Code.trouble,
                message: "the server is stopping; try again soon", retryAfter: 1)
        case .interrupted:
            ServerRefusal(
                status: 500, code: ServerRefusal.Code.trouble,
                message: "the server stopped before the request was complete", retryAfter: 1)
        case .trouble:
            ServerRefusal(
                status: 500, code: ServerRefusal.Code.trouble,
                message: "internal server error")
        }
    }

    var reply: ServerReply {
        let refusal = refusal
        var reply = ServerReply(status: refusal.status, body: refusal.bytes)
        if let seconds = refusal.retryAfter {
            reply.headers.append(("Retry-After", "\(seconds)"))
        }
        return reply
    }
}

extension RequestFault.Flaw {
    var message: String {
        switch self {
        case .layout:
            "the request head must be written with single blanks, and each line must end in CR LF"
        case .method: "the method is not a token"
        case .target: "the request target is neither a path nor a URL"
        case .query: "the query is not valid percent-encoding, or repeats a name"
        case .parameters:
            "the query has more than \(RequestTarget.maximumParameters) parameters"
        case .fieldName: "a header field name is not a token"
        case .fieldValue: "a header field contains control characters"
        case .host: "the request must have exactly one Host field"
        case .length: "Content-Length and Transfer-Encoding cannot be repeated or combined"
        case .authorization: "the Authorization field must be given at most once"
        }
    }
}
