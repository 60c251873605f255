import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// Checks a device against arbitrary server replies: it keeps running, its library stays readable,
/// and it shows the server's state with the queued changes applied.
///
/// Each line of the input is a reply: its first byte selects the status, the rest is the body, in
/// which `$N` stands for the ID of the device's item N.
func tryReplies(_ input: [UInt8]) {
    do {
        let device = try Device()
        for line in input.split(separator: UInt8(ascii: "\n")).prefix(30) {
            try device.answer(line)
        }
        try device.look()
    } catch {
        preconditionFailure("the library is no longer usable: \(error)")
    }
}

/// A device with a few items that waits for a server.
private final class Device {
    private let library: Library
    private let transport = Line()
    private let engine: SyncEngine
    private var uptime = Duration.zero

    /// A transport that keeps the requests until `answer`.
    private final class Line: Transport {
        var open: [Int] = []

        func start(_ request: HTTPRequest, id: Int) { open.append(id) }
        func cancel(_ id: Int) {}
    }

    init() throws {
        library = try Library(.memory, kinds: .standard)
        try library.accountStore.connect(to: "http://server")
        try library.accountStore.logIn(
            LoginReply(
                token: "trv_1", device: "d1", user: User(id: 1, name: "Ann", email: "a@b"),
                epoch: "e1"), as: "laptop", at: Timestamp(milliseconds: 0))
        engine = SyncEngine(
            library: library, transport: transport, deviceName: "laptop", isPolling: true,
            random: SeededRandom(seed: 1))
        for index in 1...3 {
            try library.begin()
            let number = try library.takeNumber()
            let item = Item(
                kind: 1, number: number, id: Self.id(index),
                values: [.text("Gem \(index)"), nil, nil, nil, nil, nil])
            try library.perform([.create(item)], Authorship(by: "ann", at: now.time))
            try library.commit()
        }
        try engine.handle(.advanced, at: now)
    }

    private static func id(_ index: Int) -> ItemID { ItemID(high: 7, low: UInt64(index)) }

    private var now: ClockReading {
        ClockReading(uptime: uptime, time: Timestamp(milliseconds: Int(uptime / .milliseconds(1))))
    }

    /// Answers the oldest request.
    func answer(_ line: ArraySlice<UInt8>) throws {
        // A backoff may last an hour.
        uptime += .seconds(4000)
        try engine.handle(.advanced, at: now)
        guard let first = line.first, !transport.open.isEmpty else { return }
        let statuses = [200, 200, 200, 200, 400, 401, 409, 410, 413, 426, 429, 500]
        let status = statuses[Int(first) % statuses.count]
        var text = String(decoding: line.dropFirst(), as: UTF8.self)
        for index in 1...3 { text.replace("$\(index)", with: Self.id(index).description) }
        try engine.handle(
            .finished(
                id: transport.open.removeFirst(),
                .success(HTTPReply(status: status, body: Array(text.utf8))), mayHaveArrived: true),
            at: now)
        if status == 401 {
            try engine.handle(.accountChanged, at: now)
            try engine.handle(.advanced, at: now)
        }
    }

    /// Reads everything, and compares it with the server's replies.
    func look() throws {
        try library.loadAll()
        _ = try library.history.commands(limit: 100)
        _ = try library.outbox.problems()
        _ = try library.conflicts.entries()
        let findings = try LibraryCheck.findings(in: library) { _ in }
        precondition(findings.isEmpty, "\(findings)")
    }
}
