import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// Pushes of few bytes that read, change or return many.
struct PushMemoryTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .forTest()) {
            // Building debug code takes long, and these limits are about memory.
            $0.pushTime = .seconds(600)
            $0.pushRate.burst = 1 << 40
        }
        laptop = try server.signUp()
    }

    /// Creates books with long notes.
    private func createLong(_ count: Int) throws {
        let note = JSON.string(String(repeating: "n", count: 150_000))
        let fields = ["title", "a", "b", "c"].map { ($0, $0 == "title" ? "Dune" : note) }
        for number in 1...count {
            let book = laptop.operation(
                .create, id(UInt64(number)), kind: "film roll", base: 0, fields)
            #expect(try laptop.run(book).status == .applied)
        }
    }

    private func update(_ number: Int, by device: TestDevice, base: Version) -> PushOperation {
        device.update(
            id(UInt64(number)), kind: "film roll", base: base, ("mark", .integer(number)))
    }

    /// Pushes as a device does: half as many operations after each refusal. Returns the numbers of
    /// operations of its pushes.
    private func pushAll(_ operations: [PushOperation], by device: TestDevice) throws -> [Int] {
        var (rest, batch, sizes) = (operations[...], operations.count, [Int]())
        while !rest.isEmpty {
            let answer = device.tryPush(Array(rest.prefix(batch)))
            sizes.append(min(batch, rest.count))
            guard answer.status != 413 else {
                try #require(batch > 1)
                batch /= 2
                continue
            }
            let reply = try answer.message(PushReply.init)
            #expect(answer.reply.body.count < 8 << 20)
            #expect(reply.results.allSatisfy { $0.status != .rejected })
            rest = rest.dropFirst(batch)
        }
        return sizes
    }

    /// Each result that differs from what was sent has the whole entry.
    @Test func longResultsAreLimited() throws {
        try createLong(40)
        let phone = try server.logIn()
        // The phone has not seen the entries, so each is returned.
        let sizes = try pushAll((1...40).map { update($0, by: phone, base: 0) }, by: phone)
        #expect(sizes.first == 40 && sizes.count > 2, "\(sizes)")
        // Repeated, as after a lost answer, in the same way.
        phone.number = 0
        let again = try pushAll((1...40).map { update($0, by: phone, base: 0) }, by: phone)
        #expect(again.first == 40 && again.count > 2, "\(again)")
    }

    @Test func longEntriesAreLimited() throws {
        try createLong(40)
        // These are applied as sent, so nothing is returned.
        let sizes = try pushAll(
            (1...40).map { update($0, by: laptop, base: Version(rawValue: $0)) }, by: laptop)
        #expect(sizes.first == 40 && sizes.count > 2, "\(sizes)")
        #expect(try laptop.entry(id(40))?["mark"] == 40)
        #expect(try laptop.entry(id(1))?["a"]?.text?.utf8.count == 150_000)
    }

    /// A field that was cleared is remembered.
    @Test func formerFieldsAreLimited() throws {
        _ = try laptop.run(laptop.create(id(1), kind: "roll", ("title", "Dune")))
        var (base, rejection): (Version, Rejection?) = (1, nil)
        for round in 0..<5 {
            let fields = (0..<256).map { ("f\(round)-\($0)", JSON.null) }
            let clearing = laptop.operation(.update, id(1), kind: "roll", base: base, fields)
            let result = try laptop.run(clearing)
            base = max(base, result.version)
            rejection = result.error
            #expect((rejection != nil) == (round == 4))
        }
        #expect(rejection?.code == .tooLarge)
    }

    @Test func definitionsAreLimited() throws {
        let text = "kind vinyl\nfield title text " + String(repeating: "x", count: 16 << 10)
        let long = laptop.create(
            id(1), kind: "definition", ("subject", "vinyl"), ("text", .string(text)))
        #expect(try laptop.run(long).error?.code == .tooLarge)
        for start in stride(from: 1, through: 2000, by: 500) {
            let all = (start..<start + 500).map { number in
                laptop.create(
                    id(UInt64(number)), kind: "definition", ("subject", .string("k\(number)")))
            }
            let reply = try laptop.tryPush(all).message(PushReply.init)
            #expect(reply.results.allSatisfy { $0.status == .applied })
        }
        let last = laptop.create(id(2001), kind: "definition", ("subject", "k"))
        #expect(try laptop.run(last).error?.code == .quota)
        // Room for another one.
        _ = try laptop.run(laptop.delete(id(7), kind: "definition", base: 7))
        let more = laptop.create(id(2002), kind: "definition", ("subject", "k"))
        #expect(try laptop.run(more).status == .applied)
    }
}
