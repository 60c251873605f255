import TroveWire

extension RequestFault {
    /// What a client is told.
    var refusal: ServerRefusal {
        switch self {
        case .malformed(let flaw):
            ServerRefusal(
                status: 400, code: ServerRefusal.Code.badRequest, message: flaw.message)
        case .unknownCoding:
            ServerRefusal(
                status: 501, code: ServerRefusal.Code.badRequest,
                message: "the only transfer coding is chunked")
        case .largeHead(let limit):
            ServerRefusal(
                status: 431, code: ServerRefusal.Code.tooLarge,
                message: "the head of the request is larger than \(limit) bytes")
        case .largeBody(let limit):
            ServerRefusal(
                status: 413, code: ServerRefusal.Code.tooLarge,
                message: limit == 0
                    ? "this request cannot have a body"
                    : "the body of the request is larger than \(limit) bytes")
        case .nothingThere:
            ServerRefusal(
                status: 404, code: ServerRefusal.Code.notFound,
                message: "there is nothing at this path")
        case .muchWork:
            ServerRefusal(
                status: 429, code: ServerRefusal.Code.tooMany,
                message: "too many are logging in; try again in a moment", retryAfter: 1)
        case .muchData:
            ServerRefusal(
                status: 503, code: ServerRefusal.Code.tooMany,
                message: "too much is being received; try again in a moment", retryAfter: 1)
        case .stopping:
            ServerRefusal(
                status: 503, code: ServerRefusal.Code.trouble,
                message: "the server is ending; try again in a moment", retryAfter: 1)
        case .trouble:
            ServerRefusal(
                status: 500, code: ServerRefusal.Code.trouble,
                message: "internal server error")
        }
    }

    /// The whole answer.
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
        case .layout: "the head of the request is not made of lines that end in CR LF"
        case .method: "the method is not a word"
        case .target: "what is asked for is neither a path nor an address"
        case .query: "what stands behind the question mark is badly encoded, or a name comes twice"
        case .parameters:
            "more than \(RequestTarget.mostParameters) parameters stand behind the question mark"
        case .fieldName: "a field of the head has a name that is not a word"
        case .fieldValue: "a field of the head has control characters"
        case .host: "the head must name one host"
        case .length: "the length of the body must be given once and in one way"
        case .authorization: "the authorization must be given once"
        }
    }
}
