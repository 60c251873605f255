import TroveCodecs
import TroveServer

/// One of the processes that serve the store of a world. Each request can go to another one.
final class ServerProcess {
    /// Its number, from 0.
    let index: Int
    /// Whether its version is an earlier one: it ignores the formats of devices, does not say whose
    /// change stands in a conflict, and does not tell other processes of changes.
    let isEarlier: Bool
    /// Nil while it does not run.
    var core: SyncServer?
    /// Whether it is connected to a database that a standby has replaced.
    var isBehind = false
    private let mistake: Mistake?
    /// The pages that `Mistake.cachedPage` keeps, by request.
    private var pages: [String: ServerReply] = [:]

    init(index: Int, isEarlier: Bool, mistake: Mistake?) {
        self.index = index
        self.isEarlier = isEarlier
        self.mistake = mistake
    }

    /// Answers a request; nil while the process does not run.
    func answer(_ request: ServerRequest, isLast: Bool) -> ServerAnswer? {
        guard let core else { return nil }
        if mistake == .cachedPage, let page = cachedPage(request) {
            return .reply(page, wakes: nil)
        }
        guard isEarlier else { return cache(core.answer(request, isLast: isLast), to: request) }
        let earlier = ServerRequest(
            method: request.method, path: request.path, query: request.query, token: request.token,
            body: mistake == .droppedField
                ? request.body.removing(["note", "color"]) : request.body)
        return cache(Self.removeWinners(from: core.answer(earlier, isLast: isLast)), to: request)
    }

    private static func removeWinners(from answer: ServerAnswer) -> ServerAnswer {
        switch answer {
        case .reply(var reply, let user):
            reply.body = reply.body.removing(["by"])
            return .reply(reply, wakes: user)
        case .park: return answer
        case .later(let work): return .later { removeWinners(from: work()) }
        }
    }

    // MARK: Mistake.cachedPage

    private func key(of request: ServerRequest) -> String? {
        guard request.path == "/v1/changes", request.query["wait"] ?? "0" == "0" else { return nil }
        let query = request.query.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return "\(request.token ?? "") \(query.joined(separator: "&"))"
    }

    private func cachedPage(_ request: ServerRequest) -> ServerReply? {
        // It knows of its own changes.
        if request.path == "/v1/push" { pages = [:] }
        return key(of: request).flatMap { pages[$0] }
    }

    private func cache(_ answer: ServerAnswer, to request: ServerRequest) -> ServerAnswer {
        if mistake == .cachedPage, let key = key(of: request),
            case .reply(let reply, _) = answer, reply.status == 200
        {
            pages[key] = reply
        }
        return answer
    }
}

extension [UInt8] {
    /// Returns a body without some members of the objects that are called `fields`.
    fileprivate func removing(_ names: Set<String>) -> [UInt8] {
        guard let json = try? JSON(parsing: self) else { return self }
        return json.removing(names).bytes
    }
}

extension JSON {
    fileprivate func removing(_ names: Set<String>) -> JSON {
        switch self {
        case .array(let elements): return .array(elements.map { $0.removing(names) })
        case .object(let members):
            return .object(
                members.map { member in
                    guard member.name == "fields", case .object(let fields) = member.value else {
                        return Member(member.name, member.value.removing(names))
                    }
                    return Member("fields", .object(fields.filter { !names.contains($0.name) }))
                })
        default: return self
        }
    }
}
