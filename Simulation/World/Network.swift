import TroveCodecs
import TroveHTTP
import TroveServer
import TroveSync
import TroveTesting
import TroveWire

/// A request on its way, and its reply.
final class Exchange {
    /// The device owns its exchanges and outlives them.
    unowned let device: SimulatedDevice
    /// The run of the program (`SimulatedDevice.life`) that sent the request.
    let life: Int
    let id: Int
    let request: HTTPRequest
    var isOver = false
    /// The number of times the request has arrived.
    var arrivals = 0
    /// Whether a failing server refused the request; it then never arrives again.
    var isTurnedAway = false

    init(_ device: SimulatedDevice, _ id: Int, _ request: HTTPRequest) {
        self.device = device
        life = device.life
        self.id = id
        self.request = request
    }
}

/// The state of a device's connection.
enum Link {
    case whole
    /// No network, and the device knows it.
    case off
    /// Requests are lost without an error.
    case swallows
    /// Requests arrive, but replies are lost.
    case deaf
    /// Requests are lost, but replies arrive.
    case mute
}

/// The network between devices and server, with its failures.
final class Network {
    unowned let world: World
    private struct Parked {
        let exchange: Exchange
        let request: ServerRequest
        let user: UserID
        let process: ServerProcess
    }
    private var parked: [Parked] = []
    /// Requests that arrive once more, much later.
    private var late: [(Exchange, ServerRequest)] = []

    init(_ world: World) {
        self.world = world
    }

    private func happens(_ percent: Int) -> Bool {
        percent > 0 && Int.random(in: 0..<100, using: &world.random) < percent
    }

    private func delay(_ range: ClosedRange<Int>) -> Duration {
        .milliseconds(Int.random(in: range, using: &world.random))
    }

    // MARK: Requests

    func start(_ exchange: Exchange) {
        world.plan(after: exchange.request.timeout) { [self] in
            finish(exchange, .failure(.timedOut), mayHaveArrived: true)
        }
        let failureRates = world.failureRates
        switch exchange.device.link {
        case .off:
            world.plan(after: .milliseconds(1)) { [self] in
                finish(exchange, .failure(.unreachable), mayHaveArrived: false)
            }
            return
        case .swallows, .mute: return
        case .whole, .deaf: break
        }
        if happens(failureRates.lostRequests) {
            world.note(exchange.device.name, "request \(exchange.id) is lost")
            if Bool.random(using: &world.random) {
                world.plan(after: delay(1...3000)) { [self] in
                    finish(exchange, .failure(.cutOff), mayHaveArrived: true)
                }
            }
            return
        }
        let isSlow = happens(failureRates.delays)
        let first = isSlow ? delay(1000...3_600_000) : delay(1...60)
        let message = serverRequest(exchange)
        if isSlow, first > .seconds(60) {
            late.append((exchange, message))
        } else {
            world.plan(after: first) { [self] in try arrive(exchange, message, isCopy: false) }
        }
        if happens(failureRates.repeats) {
            if Bool.random(using: &world.random) {
                world.plan(after: delay(1...2000)) { [self] in
                    try arrive(exchange, message, isCopy: true)
                }
            } else {
                late.append((exchange, message))
            }
        }
    }

    /// Delivers one of the late requests.
    func deliverLate() throws {
        guard !late.isEmpty else { return }
        let (exchange, message) = late.remove(
            at: Int.random(in: late.indices, using: &world.random))
        world.note(exchange.device.name, "request \(exchange.id) arrives late")
        try arrive(exchange, message, isCopy: true)
    }

    var hasLate: Bool { !late.isEmpty }

    private func serverRequest(_ exchange: Exchange) -> ServerRequest {
        let request = exchange.request
        let path = request.url.dropFirst(World.address.utf8.count)
        let parts = path.split(separator: "?", maxSplits: 1)
        var query: [String: String] = [:]
        for pair in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let sides = pair.split(separator: "=", maxSplits: 1)
            query[String(sides[0])] = sides.count > 1 ? String(sides[1]) : ""
        }
        if query["limit"] != nil { query["limit"] = "\(world.failureRates.page)" }
        let token = request.headers.first { $0.name == "Authorization" }
            .map { String($0.value.dropFirst("Bearer ".utf8.count)) }
        let format = request.headers.first { $0.name == Endpoints.formatHeader }
            .flatMap { Int($0.value) }
        return ServerRequest(
            method: request.method.rawValue, path: String(parts[0]), query: query, token: token,
            format: format ?? 1, body: request.body)
    }

    // MARK: The server

    private func arrive(_ exchange: Exchange, _ message: ServerRequest, isCopy: Bool) throws {
        guard let process = world.server.process(for: exchange.device.name) else {
            if !isCopy {
                exchange.isTurnedAway = true
                finish(exchange, .failure(.refused), mayHaveArrived: false)
            }
            return
        }
        if exchange.isTurnedAway { return }
        exchange.arrivals += 1
        let failureRates = world.failureRates
        if message.path == "/v1/push", message.body.count > failureRates.pushBytes,
            (try? PushRequest(.init(parsing: message.body)).operations.count) ?? 0 > 1
        {
            // The limit applies to later copies of the request too.
            exchange.isTurnedAway = true
            reply(exchange, ServerReply(status: 413))
            return
        }
        if exchange.arrivals == 1, happens(failureRates.errors) {
            exchange.isTurnedAway = true
            switch Int.random(in: 0..<4, using: &world.random) {
            case 0: reply(exchange, ServerReply(status: 500))
            case 1: reply(exchange, ServerReply(status: 200, body: Array("<html>".utf8)))
            case 2:
                reply(exchange, ServerReply(status: 503, headers: [("retry-after", "3")]))
            default:
                // The server has executed it, but a proxy answers with an error.
                guard let answer = process.answer(message, isLast: true) else { return }
                handle(exchange, message, answer, at: process, isHidden: true)
            }
            return
        }
        if world.server.endsDuringRequest() { return try end(process, during: exchange, message) }
        guard let answer = process.answer(message, isLast: false) else { return }
        if case .reply(let reply, _) = answer, reply.status == 401 || reply.status == 503 {
            // The device would report a request as refused that the server has carried out. It
            // cannot know what happened between the two arrivals, so the copy is not answered.
            if exchange.arrivals > 1 { return }
            // A 503 promises that the request is not carried out.
            exchange.isTurnedAway = reply.status == 503
        }
        handle(exchange, message, answer, at: process, isHidden: false)
    }

    /// Ends a process before or after the commit of a request, and starts it again later.
    private func end(
        _ process: ServerProcess, during exchange: Exchange, _ message: ServerRequest
    ) throws {
        world.note("server \(process.index)", "ends during request \(exchange.id)")
        let server = world.server
        if world.answersEarly, message.path == "/v1/push" {
            let answer = try server.withoutCommit { process.answer(message, isLast: true) }
            if let answer { handle(exchange, message, answer, at: process, isHidden: false) }
        } else {
            if Bool.random(using: &server.processRandom) {
                var answer = process.answer(message, isLast: true)
                while case .later(let work) = answer { answer = work() }
            }
            world.plan(after: .milliseconds(1)) { [self] in
                finish(exchange, .failure(.cutOff), mayHaveArrived: true)
            }
        }
        process.core = nil
        cutPolls { $0.process === process }
        let pause = Duration.milliseconds(
            Int.random(in: 100...30_000, using: &server.processRandom))
        world.plan(after: pause) { try server.restart(process) }
    }

    private func handle(
        _ exchange: Exchange, _ message: ServerRequest, _ answer: ServerAnswer,
        at process: ServerProcess, isHidden: Bool
    ) {
        switch answer {
        case .reply(let answer, let user):
            if let user { wake(user, from: process) }
            reply(exchange, isHidden ? ServerReply(status: 502) : answer)
        case .park(let user, let seconds, _):
            guard !exchange.isOver else { return }
            parked.append(
                Parked(exchange: exchange, request: message, user: user, process: process))
            world.plan(after: .seconds(seconds)) { [self] in resume(parkedAs: exchange) }
        case .later(let work):
            handle(exchange, message, work(), at: process, isHidden: isHidden)
        }
    }

    private func resume(_ poll: Parked) {
        guard let answer = poll.process.answer(poll.request, isLast: true) else { return }
        handle(poll.exchange, poll.request, answer, at: poll.process, isHidden: false)
    }

    /// Resumes a poll if it is still parked.
    private func resume(parkedAs exchange: Exchange) {
        guard let index = parked.firstIndex(where: { $0.exchange === exchange }) else { return }
        resume(parked.remove(at: index))
    }

    /// Wakes the polls of a user: at once those at the process that took the change, and a little
    /// later those at others. If they are not told, they look themselves after a while.
    private func wake(_ user: UserID, from process: ServerProcess) {
        let all = parked.filter { $0.user == user }
        let woken = all.filter { $0.process === process }
        parked.removeAll { $0.user == user && $0.process === process }
        for poll in woken {
            world.plan(after: .milliseconds(1)) { [self] in resume(poll) }
        }
        guard woken.count < all.count else { return }
        let isTold =
            !process.isEarlier && Int.random(in: 0..<5, using: &world.server.processRandom) > 0
        for poll in all where poll.process !== process {
            world.plan(after: isTold ? .milliseconds(26) : .seconds(5)) { [self] in
                resume(parkedAs: poll.exchange)
            }
        }
    }

    /// Ends all connections when the server stops.
    func serverStopped() { cutPolls { _ in true } }

    private func cutPolls(_ isCut: (Parked) -> Bool) {
        for poll in parked where isCut(poll) {
            world.plan(after: .milliseconds(1)) { [self] in
                finish(poll.exchange, .failure(.cutOff), mayHaveArrived: true)
            }
        }
        parked.removeAll(where: isCut)
    }

    // MARK: Replies

    private func reply(_ exchange: Exchange, _ answer: ServerReply) {
        guard !exchange.isOver else { return }
        switch exchange.device.link {
        case .whole, .mute: break
        case .off, .swallows, .deaf: return
        }
        if happens(world.failureRates.lostReplies) {
            world.note(exchange.device.name, "the answer to \(exchange.id) is lost")
            if Bool.random(using: &world.random) {
                world.plan(after: delay(1...500)) { [self] in
                    finish(exchange, .failure(.cutOff), mayHaveArrived: true)
                }
            }
            return
        }
        let reply = HTTPReply(status: answer.status, headers: answer.headers, body: answer.body)
        let time = happens(world.failureRates.delays) ? delay(1...60_000) : delay(1...60)
        world.plan(after: time) { [self] in
            finish(exchange, .success(reply), mayHaveArrived: true)
        }
    }

    /// Tells the device how its request ended, once.
    func finish(
        _ exchange: Exchange, _ result: Result<HTTPReply, HTTPFailure>, mayHaveArrived: Bool
    ) {
        guard !exchange.isOver else { return }
        exchange.isOver = true
        let device = exchange.device
        guard device.life == exchange.life else { return }
        device.forget(exchange)
        world.plan(after: .zero) {
            guard device.life == exchange.life else { return }
            try device.received(exchange, result, mayHaveArrived: mayHaveArrived)
        }
    }
}
