import Testing
import TroveCodecs
import TroveHTTP
import TroveModel
import TroveStore
import TroveSync
import TroveTesting
import TroveWire

/// A device whose server is simulated by the test.
final class EngineRig {
    static let server = "http://server"
    static let gem: KindIndex = 1

    let library: Library
    let transport = ScriptedTransport()
    let engine: SyncEngine
    var uptime = Duration.zero

    /// Creates a device that has just logged in and knows these entries, or, unless `isReady`, has
    /// sent no request yet. With a `serverID`, it first asks the server for its ID.
    init(
        isPolling: Bool = false, isReady: Bool = true, known: [String] = [],
        location: Library.Location = .memory, serverID: String? = nil
    ) throws {
        library = try Library(location, kinds: .standard)
        try library.accountStore.connect(to: Self.server, id: serverID)
        try library.accountStore.logIn(
            LoginReply(
                token: "trv_1", device: "d1", user: User(id: 1, name: "Ann", email: "a@b"),
                epoch: "e1"), as: "laptop", at: Timestamp(milliseconds: 0))
        engine = SyncEngine(
            library: library, transport: transport, deviceName: "laptop", isPolling: isPolling,
            random: SeededRandom(seed: 1))
        guard isReady else { return }
        try engine.handle(.advanced, at: now)
        try answer("GET /v1/snapshot", Self.snapshot(at: 5, known))
        try answer("GET /v1/changes", Self.changes(since: 5, next: 5))
        try #require(engine.state == .online)
        _ = takeEvents()
    }

    /// Starts the device again with the library that it has.
    init(reopening location: Library.Location) throws {
        library = try Library(location, kinds: .standard)
        engine = SyncEngine(
            library: library, transport: transport, deviceName: "laptop", isPolling: false,
            random: SeededRandom(seed: 1))
    }

    var now: ClockReading {
        ClockReading(
            uptime: uptime,
            time: Timestamp(milliseconds: Int(uptime / .milliseconds(1))))
    }

    // MARK: User actions

    /// Adds a gem, and notifies the engine.
    @discardableResult
    func add(_ name: String, isAsked: Bool = false) throws -> ItemNumber {
        try library.begin()
        let number = try library.takeNumber()
        let item = Item(
            kind: Self.gem, number: number, id: Self.id(number),
            values: [.text(name), nil, nil, nil, nil, nil])
        try library.perform([.create(item)], isAsked: isAsked, authorship)
        guard !isAsked else { return number }
        try library.commit()
        try engine.handle(.advanced, at: now)
        return number
    }

    func rename(_ number: ItemNumber, _ old: String, _ new: String) throws {
        try library.perform(
            [
                Change(
                    kind: Self.gem, number: number, id: Self.id(number),
                    action: .update([.init(field: 0, before: .text(old), after: .text(new))]))
            ], authorship)
        try library.commit()
        try engine.handle(.advanced, at: now)
    }

    var authorship: Authorship { Authorship(by: "ann", at: now.time) }

    static func id(_ number: ItemNumber) -> ItemID { ItemID(high: 7, low: UInt64(number.rawValue)) }

    /// Returns the names of all gems, in the order of their numbers.
    func names() throws -> [String] {
        try library.loadAll()
        return library.catalog.items.map(\.title)
    }

    // MARK: Requests and replies

    /// The names of the open requests.
    var asked: [String] { transport.open.map(\.name) }

    func request(
        _ name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> ScriptedTransport.Asked {
        try #require(
            transport.open.first { $0.name == name }, "\(name) among \(asked)",
            sourceLocation: sourceLocation)
    }

    /// Returns the operations of the open push.
    func pushed(sourceLocation: SourceLocation = #_sourceLocation) throws -> [PushOperation] {
        let push = try request("POST /v1/push", sourceLocation: sourceLocation)
        return try PushRequest(JSON(parsing: push.request.body)).operations
    }

    /// Answers the open request.
    func answer(
        _ name: String, status: Int = 200, _ body: String = "",
        headers: [(name: String, value: String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try answer(
            name, status: status, bytes: Array(body.utf8), headers: headers,
            sourceLocation: sourceLocation)
    }

    /// Answers the open request with bytes.
    func answer(
        _ name: String, status: Int = 200, bytes: [UInt8],
        headers: [(name: String, value: String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let asked = try request(name, sourceLocation: sourceLocation)
        transport.take(asked.id)
        try engine.handle(
            .finished(
                id: asked.id,
                .success(HTTPReply(status: status, headers: headers, body: bytes)),
                mayHaveArrived: true), at: now)
    }

    /// Fails the open request.
    func fail(
        _ name: String, _ failure: HTTPFailure, mayHaveArrived: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let asked = try request(name, sourceLocation: sourceLocation)
        transport.take(asked.id)
        try engine.handle(
            .finished(id: asked.id, .failure(failure), mayHaveArrived: mayHaveArrived), at: now)
    }

    /// Refuses the open request.
    func refuse(
        _ name: String, _ status: Int, _ code: String,
        headers: [(name: String, value: String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try answer(
            name, status: status, #"{"error":{"code":"\#(code)","message":"no"}}"#,
            headers: headers, sourceLocation: sourceLocation)
    }

    /// Advances the clock to the engine's next deadline, and runs the engine.
    @discardableResult
    func passPause(sourceLocation: SourceLocation = #_sourceLocation) throws -> Duration {
        let wakeAt = try #require(engine.wakeAt, sourceLocation: sourceLocation)
        let pause = wakeAt - uptime
        uptime = max(uptime, wakeAt)
        try engine.handle(.advanced, at: now)
        return pause
    }

    func takeEvents() -> [SyncEvent] {
        engine.takeEvents()
    }

    // MARK: Reply bodies

    static func snapshot(
        at sequence: Int, epoch: String = "e1", mark: String = "a", _ entries: [String] = [],
        more: Bool = false
    ) -> String {
        """
        {"epoch":"\(epoch)","seq":\(sequence),"mark":"\(mark)",\
        "entries":[\(entries.joined(separator: ","))],"more":\(more)}
        """
    }

    static func account(_ entries: Int, epoch: String = "e1") -> String {
        """
        {"user":{"id":1,"name":"Ann","email":"a@b"},"device":"d1","entries":\(entries),\
        "epoch":"\(epoch)"}
        """
    }

    static func changes(
        since: Int, next: Int, epoch: String = "e1", mark: String = "a", _ entries: [String] = [],
        more: Bool = false, ack: Int = 0
    ) -> String {
        """
        {"epoch":"\(epoch)","since":\(since),"entries":[\(entries.joined(separator: ","))],\
        "next":\(next),"mark":"\(mark)","more":\(more),"ack":\(ack)}
        """
    }

    /// Returns the reply to a push after `before`; each operation has one sequence number.
    static func pushReply(
        before: Int, ack: Int, epoch: String = "e1", _ results: [String]
    ) -> String {
        """
        {"epoch":"\(epoch)","ack":\(ack),"before":\(before),"seq":\(before + results.count),\
        "mark":"b","results":[\(results.joined(separator: ","))]}
        """
    }

    static func applied(_ number: Int, version: Int) -> String {
        #"{"n":\#(number),"status":"applied","ver":\#(version)}"#
    }

    static func rejected(_ number: Int, _ code: String = "name_taken") -> String {
        """
        {"n":\(number),"status":"rejected","ver":0,\
        "error":{"code":"\(code)","field":"name","message":"no"}}
        """
    }

    static func entry(_ number: ItemNumber, _ name: String, version: Int, by: String = "phone")
        -> String
    {
        """
        {"kind":"gem","id":"\(id(number))","ver":\(version),"fields":{"name":"\(name)"},\
        "by":"\(by)"}
        """
    }

    static func tombstone(_ number: ItemNumber, version: Int, kind: String = "gem") -> String {
        #"{"kind":"\#(kind)","id":"\#(id(number))","ver":\#(version),"deleted":true,"by":"phone"}"#
    }

    static func conflict(_ number: ItemNumber, about item: ItemNumber, version: Int) -> String {
        """
        {"kind":"conflict","id":"\(id(number))","ver":\(version),"fields":{"entry":"\(id(item))",\
        "kind":"gem","field":"name","mine":"Mine","theirs":"Theirs","device":"laptop","at":1},\
        "by":"laptop"}
        """
    }
}
