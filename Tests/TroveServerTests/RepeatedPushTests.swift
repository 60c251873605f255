import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveWire

/// Repeated operations, gaps, and operations from another history.
struct RepeatedPushTests {
    let server: TestServer
    let laptop: TestDevice

    init() throws {
        server = TestServer(store: try .forTest())
        laptop = try server.signUp()
    }

    @Test func aRepetitionGetsTheSameReply() throws {
        let phone = try server.logIn()
        let operations = [
            laptop.create(id(1), ("title", "Dune")), laptop.create(id(2), ("title", " ")),
            laptop.create(id(3), ("title", "D"), ("rating", .number("4.50"))),
            laptop.delete(id(9), base: 0), laptop.skip(),
        ]
        let first = try laptop.tryPush(operations).message(PushReply.init)
        _ = try phone.push(phone.update(id(1), base: 1, ("title", "Emma")))
        let conflict = laptop.update(id(1), base: 1, ("title", "Anna"))
        let lost = try laptop.run(conflict)
        #expect(lost.status == .conflict && lost.entry?["title"] == "Emma")
        _ = try phone.push(phone.update(id(1), base: 6, ("title", "Ida")))

        let again = try laptop.tryPush(operations + [conflict]).message(PushReply.init)
        let expected = (first.results + [lost]).map { result in
            PushResult(
                number: result.number, status: result.status, isDuplicate: true,
                version: result.version, error: result.error, entry: result.entry)
        }
        #expect(again.results == expected)
        #expect(again.before == again.cursor.sequence && again.acknowledged == 6)
        #expect(try phone.conflicts().count == 1)
        #expect(try phone.entry(id(1))?["title"] == "Ida")
    }

    @Test func aPushCanOverlapTheLast() throws {
        let first = laptop.create(id(1), ("title", "Dune"))
        _ = try laptop.push(first)
        let reply = try laptop.push(first, laptop.update(id(1), base: 1, ("pages", 5)))
        #expect(reply.results.map(\.isDuplicate) == [true, false])
        #expect(reply.before == 1 && reply.cursor.sequence == 2)
    }

    @Test func anotherBaseIsTheSameOperation() throws {
        let operation = laptop.create(id(1), ("title", "Dune"))
        _ = try laptop.push(operation)
        let rebased = PushOperation(
            number: 1, action: .create, kind: "book", id: id(1), base: 7,
            fields: operation.fields, at: operation.at)
        #expect(try laptop.run(rebased).isDuplicate)
    }

    /// The differences that make an operation another one under the same number.
    static let others: [(String, PushOperation)] = {
        let at = Timestamp(milliseconds: TestServer.start)
        let title = [JSON.Member("title", "Dune")]
        func operation(
            _ action: PushOperation.Action = .create, kind: String = "book", id: ItemID,
            fields: [JSON.Member] = [JSON.Member("title", "Dune")], at moment: Timestamp = at
        ) -> PushOperation {
            PushOperation(
                number: 1, action: action, kind: kind, id: id, base: 0, fields: fields, at: moment)
        }
        return [
            ("action", operation(.update, id: id(1))),
            ("kind", operation(kind: "read", id: id(1))),
            ("id", operation(id: id(2))),
            ("value", operation(id: id(1), fields: [JSON.Member("title", "Emma")])),
            ("field", operation(id: id(1), fields: title + [JSON.Member("note", .null)])),
            (
                "time",
                operation(id: id(1), at: Timestamp(milliseconds: TestServer.start + 1))
            ),
            ("skip", .skip(1)),
        ]
    }()

    @Test(arguments: others.indices) func anotherContentIsAFork(_ index: Int) throws {
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune")))
        laptop.number = 0
        let answer = laptop.tryPush([Self.others[index].1])
        #expect(answer.status == 409 && answer.code == "fork", "\(Self.others[index].0)")
        #expect(try laptop.changes().next.sequence == 1)
    }

    @Test func aGapIsRejectedCompletely() throws {
        let first = laptop.create(id(1), ("title", "Dune"))
        _ = laptop.skip()
        let third = laptop.create(id(2), ("title", "Emma"))
        let answer = laptop.tryPush([first, third])
        #expect(answer.status == 409 && answer.code == "gap")
        #expect(try laptop.changes().entries.isEmpty)
        #expect(try laptop.changes().acknowledged == 0)
        #expect(laptop.tryPush([third]).code == "gap")
    }

    @Test func aForkRejectsTheWholePush() throws {
        _ = try laptop.push(laptop.create(id(1), ("title", "Dune")))
        let next = laptop.create(id(2), ("title", "Emma"))
        let other = PushOperation(
            number: 1, action: .create, kind: "book", id: id(3), base: 0,
            fields: [JSON.Member("title", "Ida")], at: server.now)
        #expect(laptop.tryPush([next, other]).code == "fork")
        #expect(try laptop.everything().map(\.id) == [id(1)])
        #expect(try laptop.run(next).isDuplicate == false)
    }

    @Test func anotherEpochIsRejected() throws {
        laptop.epoch = "0192f0c1-7b1a-7c3e-9d55-0a1b2c3d4e5f"
        let answer = laptop.tryPush([laptop.create(id(1), ("title", "Dune"))])
        #expect(answer.status == 409 && answer.code == "epoch")
        let changes = laptop.askChanges()
        #expect(changes.status == 409 && changes.code == "epoch")
    }

    @Test func eachDeviceHasItsOwnNumbers() throws {
        let phone = try server.logIn()
        _ = try laptop.push(laptop.skip(), laptop.skip())
        let reply = try phone.push(phone.create(id(1), ("title", "Dune")))
        #expect(reply.acknowledged == 1 && reply.before == 2)
        #expect(try phone.changes().acknowledged == 1)
        #expect(try laptop.changes().acknowledged == 2)
    }

    @Test func anEmptyPushReportsTheState() throws {
        let first = try laptop.push(laptop.create(id(1), ("title", "Dune")))
        let empty = try laptop.push()
        #expect(empty.results.isEmpty && empty.acknowledged == 1)
        #expect(empty.before == 1 && empty.cursor == first.cursor)
    }

    @Test func onlyNewChangesWakePolls() throws {
        let operation = laptop.create(id(1), ("title", "Dune"))
        #expect(laptop.tryPush([operation]).wakes == laptop.user.id)
        #expect(laptop.tryPush([operation]).wakes == nil)
        #expect(laptop.tryPush([]).wakes == nil)
    }
}
