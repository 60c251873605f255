import TroveCodecs
import TroveModel
import TroveWire

/// From a request to its answer.
extension SyncServer {
    /// Returns the limit on a request's body; nil for an unknown path.
    package func bodyLimit(method: String, path: String) -> Int? {
        switch Route.match(method: method, path: path) {
        case .route(let route, _): route.bodyLimit
        // The reply is 405 whatever the body is.
        case .otherMethods: Limits.body
        case .nothing: nil
        }
    }

    /// Answers a request.
    package func answer(_ request: ServerRequest, isLast: Bool) -> ServerAnswer {
        let answer = answerOrRefusal(request, isLast: isLast)
        // The log tells whose requests are refused.
        guard case .reply(var reply, let wakes) = answer, reply.status >= 400, reply.user == nil,
            let user = recentUser(of: request)
        else { return answer }
        reply.user = user
        return .reply(reply, wakes: wakes)
    }

    private func answerOrRefusal(_ request: ServerRequest, isLast: Bool) -> ServerAnswer {
        refusing {
            switch Route.match(method: request.method, path: request.path) {
            case .route(let route, let parameter):
                let answer = try answer(request, route, parameter, isLast: isLast)
                if route.usesStore {
                    trouble.noteSuccess(isWrite: request.method != "GET", at: now())
                }
                return answer
            case .otherMethods(let methods):
                var answer = reply(to: .otherMethod(request.method, allowed: methods))
                answer.headers.append(("Allow", methods.joined(separator: ", ")))
                return .reply(answer, wakes: nil)
            case .nothing: throw ServerRefusal.notFound
            }
        }
    }

    private func answer(
        _ request: ServerRequest, _ route: Route, _ parameter: String, isLast: Bool
    ) throws -> ServerAnswer {
        guard request.body.count <= route.bodyLimit else {
            throw ServerRefusal.tooLarge("the body is larger than \(route.bodyLimit) bytes")
        }
        switch route {
        case .health: return .reply(ServerReply(status: 204), wakes: nil)
        case .ready: return try ready()
        case .hello: return .reply(hello(), wakes: nil)
        case .openapi: return .reply(ServerReply(status: 200, body: OpenAPI.document), wakes: nil)
        case .signup: return try signUp(request)
        case .login: return try logIn(request)
        case .logout: return try logOut(request)
        case .account: return try account(request)
        case .password: return try changePassword(request)
        case .devices: return try listDevices(request)
        case .addDevice: return try addDevice(request)
        case .endDevice: return try endDevice(request, parameter)
        case .token: return try offerToken(request)
        case .push: return try push(request)
        case .changes: return try changes(request, isLast: isLast)
        case .snapshot: return try snapshot(request)
        case .putBlob: return try putBlob(request, parameter)
        case .getBlob: return try getBlob(request, parameter)
        }
    }

    /// Returns the answer of `work`, or the refusal that it throws.
    func refusing(_ work: () throws -> ServerAnswer) -> ServerAnswer {
        do {
            return try work()
        } catch let refusal as ServerRefusal {
            return .reply(reply(to: refusal), wakes: nil)
        } catch let failure as JSON.Failure {
            return .reply(reply(to: ServerRefusal(failure)), wakes: nil)
        } catch let error as WireError {
            let refusal = ServerRefusal.badRequest(
                "\(error.member) is missing or invalid")
            return .reply(reply(to: refusal), wakes: nil)
        } catch let error as StoreFault {
            trouble.note(error, at: now())
            return .reply(reply(to: ServerRefusal(error)), wakes: nil)
        } catch {
            noteDamage("\(error)")
            let refusal = ServerRefusal(
                status: 500, code: ServerRefusal.Code.trouble,
                message: "the server's database is damaged", retryAfter: 60)
            return .reply(reply(to: refusal), wakes: nil)
        }
    }

    private func reply(to refusal: ServerRefusal) -> ServerReply {
        var headers: [(name: String, value: String)] = []
        if let seconds = refusal.retryAfter { headers.append(("Retry-After", "\(seconds)")) }
        return ServerReply(status: refusal.status, headers: headers, body: refusal.bytes)
    }

    /// Parses the body of a request.
    func message<Message>(
        _ request: ServerRequest, _ read: (JSON) throws(WireError) -> Message
    ) throws -> Message {
        try read(JSON(parsing: request.body, depthLimit: Limits.depth))
    }

    /// Notes what a request has done to an account.
    func note(
        _ action: AccountEvent.Action, _ request: ServerRequest, user: UserID? = nil,
        device: String? = nil
    ) {
        noteAccount(AccountEvent(action, user: user, device: device, peer: request.peer))
    }
}
