import Testing
import TroveCodecs
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// Servers whose replies make no progress: no request is repeated without progress, except after a
/// growing pause.
@Suite struct HostileServerTests {
    /// Lets some minutes pass, with a server that answers everything.
    ///
    /// - Returns: The number of requests, by name.
    private func live(
        _ rig: EngineRig, minutes: Int,
        answering answer: (ScriptedTransport.Asked) -> (status: Int, body: String)
    ) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        let end = rig.uptime + .seconds(60 * minutes)
        while rig.uptime < end {
            if let asked = rig.transport.open.first {
                counts[asked.name, default: 0] += 1
                // A reply takes ten milliseconds.
                rig.uptime += .milliseconds(10)
                let (status, body) = answer(asked)
                try rig.answer(asked.name, status: status, body)
            } else if let wakeAt = rig.engine.wakeAt, wakeAt < end {
                try rig.passPause()
            } else {
                break
            }
            if counts.values.reduce(0, +) > 100_000 { break }
        }
        return counts
    }

    private static func refusal(_ status: Int, _ code: String) -> (status: Int, body: String) {
        (status, #"{"error":{"code":"\#(code)","message":"no"}}"#)
    }

    /// A server's fixed reply to some request; all other requests are answered well.
    struct FixedReply: Sendable, CustomStringConvertible {
        let description: String
        let isPolling: Bool
        let answer: @Sendable (_ name: String, _ count: Int) -> (status: Int, body: String)?

        init(
            _ description: String, isPolling: Bool = false,
            _ answer: @escaping @Sendable (String, Int) -> (status: Int, body: String)?
        ) {
            self.description = description
            self.isPolling = isPolling
            self.answer = answer
        }
    }

    static let push = "POST /v1/push"
    static let changes = "GET /v1/changes"

    static let habits: [FixedReply] = [
        FixedReply("results that match nothing") { name, _ in
            name == push
                ? (200, EngineRig.pushReply(before: 5, ack: 1, [EngineRig.applied(7, version: 6)]))
                : nil
        },
        FixedReply("no results") { name, _ in
            name == push ? (200, EngineRig.pushReply(before: 5, ack: 1, [])) : nil
        },
        FixedReply("more, and the cursor stays") { name, _ in
            name == push
                ? refusal(503, "trouble")
                : name == changes ? (200, EngineRig.changes(since: 5, next: 5, more: true)) : nil
        },
        FixedReply("400") { name, _ in name == push ? refusal(400, "bad_request") : nil },
        FixedReply("413") { name, _ in name == push ? refusal(413, "too_large") : nil },
        FixedReply("another epoch") { name, _ in name == push ? refusal(409, "epoch") : nil },
        FixedReply("rewound") { name, _ in name == push ? refusal(410, "rewound") : nil },
        FixedReply("expired") { name, _ in name == push ? refusal(410, "expired") : nil },
        FixedReply("a fork") { name, _ in name == push ? refusal(409, "fork") : nil },
        FixedReply("a gap") { name, _ in name == push ? refusal(409, "gap") : nil },
        FixedReply("more acknowledged than there is", isPolling: true) { name, _ in
            name == changes ? (200, EngineRig.changes(since: 5, next: 5, ack: 99)) : nil
        },
        FixedReply("more acknowledged after a push") { name, _ in
            name == push
                ? (200, EngineRig.pushReply(before: 5, ack: 99, [EngineRig.rejected(1)])) : nil
        },
        FixedReply("polls that end at once", isPolling: true) { name, _ in
            name == changes ? (200, EngineRig.changes(since: 5, next: 5)) : nil
        },
        FixedReply("polls that are nonsense", isPolling: true) { name, count in
            name == changes && count % 2 == 1
                ? (200, EngineRig.changes(since: 9, next: 9)) : nil
        },
        FixedReply("a token that is always old", isPolling: true) { name, count in
            switch name {
            case changes:
                (200, EngineRig.changes(since: 5, next: 5).dropLast() + #","rotate":true}"#)
            case "POST /v1/token": (200, #"{"token":"trv_\#(count)","device":"d1"}"#)
            default: nil
            }
        },
        FixedReply("always busy, for a second") { name, _ in
            name == push ? refusal(503, "trouble") : nil
        },
    ]

    @Test(arguments: habits)
    func nothingIsRepeatedWithoutProgress(_ habit: FixedReply) throws {
        let rig = try EngineRig(isPolling: habit.isPolling)
        if !habit.isPolling {
            // The queue never runs empty.
            try rig.library.begin()
            for _ in 0..<600 {
                let number = try rig.library.takeNumber()
                let item = Item(
                    kind: EngineRig.gem, number: number, id: EngineRig.id(number),
                    values: [.text("gem \(number)"), nil, nil, nil, nil, nil])
                try rig.library.perform([.create(item)], rig.authorship)
            }
            try rig.library.commit()
        }
        try rig.engine.handle(.refresh(isRequested: false), at: rig.now)
        var counts: [String: Int] = [:]
        let made = try live(rig, minutes: 60) { asked in
            let count = counts[asked.name, default: 0]
            counts[asked.name] = count + 1
            return habit.answer(asked.name, count) ?? Self.goodAnswer(to: asked, device: count)
        }
        let total = made.values.reduce(0, +)
        // In the end a minute between attempts, and at most four requests in each.
        #expect(total < 600, "\(made)")
        // Each new device may remove another one of the user's from the account.
        #expect(made["POST /v1/devices", default: 0] <= 6, "\(made)")
        #expect(try rig.library.outbox.problems().count <= 1)
        #expect(try rig.names().count == (habit.isPolling ? 0 : 600))
    }

    /// Returns the replies of an empty server.
    private static func goodAnswer(
        to asked: ScriptedTransport.Asked, device: Int
    ) -> (status: Int, body: String) {
        func number(_ name: String) -> Int {
            let text = asked.path.split(separator: "\(name)=").last ?? ""
            return Int(text.prefix { $0.isNumber }) ?? 0
        }
        return switch asked.name {
        case changes: (200, EngineRig.changes(since: number("since"), next: 5))
        case "GET /v1/snapshot": (200, EngineRig.snapshot(at: 5))
        case "GET /v1/account": (200, EngineRig.account(0))
        case "POST /v1/devices": (200, #"{"token":"trv_n\#(device)","device":"n\#(device)"}"#)
        default: refusal(503, "trouble")
        }
    }

    // MARK: Random answers

    /// A server with random replies: besides requests that its replies justify, few are sent.
    @Test(arguments: 0..<40)
    func randomRepliesCauseFewRequests(_ run: Int) throws {
        var random = SeededRandom.fromEnvironment()
        let rig = try EngineRig(isPolling: run % 2 == 0)
        for index in 0..<3 { try rig.add("gem \(index)") }
        var progress = 0
        var sequence = 5
        var devices = 0
        let made = try live(rig, minutes: 120) { asked in
            func chance(_ of: UInt64) -> Bool { UInt64.random(in: 0..<of, using: &random) == 0 }
            if chance(4) {
                let codes = [
                    (400, "bad_request"), (404, "not_found"), (409, "gap"), (409, "fork"),
                    (409, "epoch"), (410, "expired"), (410, "rewound"), (413, "too_large"),
                    (429, "too_many"), (500, "trouble"), (503, "trouble"),
                ]
                let (status, code) = codes.randomElement(using: &random) ?? (500, "trouble")
                return Self.refusal(status, code)
            }
            if chance(10) { return (200, "[]") }
            let epoch = chance(20) ? "e2" : rig.library.account?.cursor?.epoch ?? "e1"
            let mark = chance(20) ? "b" : "a"
            sequence = max(0, sequence + Int.random(in: -1...1, using: &random))
            let entry = EngineRig.entry(
                ItemNumber(Int.random(in: 1...99, using: &random)), "x", version: sequence)
            let entries = chance(3) ? [entry] : []
            let number = Int.random(in: 0...4, using: &random)
            switch asked.name {
            case Self.push:
                let numbers =
                    (try? PushRequest(JSON(parsing: asked.request.body)))?.operations
                    .map(\.number) ?? []
                let results = chance(3) ? [number] : numbers
                progress += results.count
                return (
                    200,
                    EngineRig.pushReply(
                        before: sequence, ack: chance(5) ? 99 : results.last ?? 0, epoch: epoch,
                        results.map { EngineRig.applied($0, version: sequence) })
                )
            case Self.changes:
                progress += entries.count
                let since = asked.path.matches(of: #/since=(\d+)/#).first.flatMap { Int($0.1) } ?? 0
                return (
                    200,
                    EngineRig.changes(
                        since: chance(5) ? sequence : since, next: chance(2) ? since : sequence,
                        epoch: epoch, mark: mark, entries, more: chance(3), ack: chance(9) ? 99 : 0)
                )
            case "GET /v1/snapshot":
                progress += entries.count
                return (
                    200,
                    EngineRig.snapshot(
                        at: sequence, epoch: epoch, mark: mark, entries, more: chance(3))
                )
            case "POST /v1/devices":
                devices += 1
                return (200, #"{"token":"trv_\#(number)","device":"x\#(number)"}"#)
            default: return (200, EngineRig.account(number, epoch: epoch))
            }
        }
        let total = made.values.reduce(0, +)
        #expect(total - progress < 1500, "\(random.hint): \(made), progress \(progress)")
        #expect(devices <= 6, "\(random.hint): \(made)")
    }
}
