import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// A server whose store was replaced by an older backup reuses numbers for other changes.
struct RestoredServerTests {
    let folder: ScratchDirectory
    /// Before the loss.
    let server: TestServer
    let laptop: TestDevice
    /// The part of the history that is kept.
    let kept: Cursor
    /// The laptop's cursor in the lost history.
    let lost: Cursor
    /// The server on the backup.
    let restored: TestServer
    /// The laptop and the phone, connected to the restored server.
    let laptopAgain: TestDevice
    let phoneAgain: TestDevice

    init() throws {
        folder = try ScratchDirectory(name: "trove-restored")
        let store = try ServerStore.open(folder.path("server.db"))
        server = TestServer(store: store)
        laptop = try server.signUp()
        let phone = try server.logIn()
        kept = try laptop.push(laptop.create(id(1), ("title", "Dune"))).cursor
        let copying = try ServerStore.open(folder.path("server.db"))
        try copying.file?.backup(to: folder.path("copy.db"))
        lost = try laptop.push(
            laptop.create(id(2), ("title", "Emma")), laptop.update(id(1), base: 1, ("pages", 9))
        ).cursor

        restored = TestServer(store: try ServerStore.open(folder.path("copy.db")), seed: 2)
        laptopAgain = TestDevice(at: restored, like: laptop)
        phoneAgain = TestDevice(at: restored, like: phone)
    }

    @Test func isDetectedWhileItIsBehind() throws {
        let answer = laptopAgain.askChanges(since: lost)
        #expect(answer.status == 410 && answer.code == "rewound")
    }

    @Test func isDetectedWhenItIsEven() throws {
        _ = try phoneAgain.push(phoneAgain.skip(), phoneAgain.skip())
        let answer = laptopAgain.askChanges(since: lost)
        #expect(answer.status == 410 && answer.code == "rewound")
    }

    @Test func isDetectedWhenItHasGoneOn() throws {
        for number in 0..<5 {
            let title = ("title", JSON.string("\(number)"))
            _ = try phoneAgain.push(phoneAgain.create(id(UInt64(number + 10)), title))
        }
        let answer = laptopAgain.askChanges(since: lost)
        #expect(answer.status == 410 && answer.code == "rewound")
    }

    @Test func isUnnoticedByDevicesThatSawNothingLost() throws {
        _ = try phoneAgain.push(phoneAgain.skip())
        #expect(try laptopAgain.changes(since: kept).next.sequence == 2)
    }

    @Test func isTheSameAfterIdenticalChanges() throws {
        // Nothing is missing then.
        #expect(try repeatLostOperations().cursor == lost)
        #expect(try laptopAgain.changes(since: lost).entries.isEmpty)
    }

    /// Conflicts belong to the history: a device that knows them from before the loss asks only for
    /// what comes after them.
    @Test func listsTheSameConflictsAfterIdenticalChanges() throws {
        _ = try repeatLostOperations()
        let phone = TestDevice(at: server, like: phoneAgain)
        let change = phone.update(id(1), base: 0, ("title", "Ida"), ("pages", 8))
        let (first, again) = (try phone.push(change), try phoneAgain.push(change))
        #expect(first.results.map(\.status) == [.conflict] && first.cursor == again.cursor)
        let conflicts = try laptop.changes(since: lost).entries
        #expect(conflicts.count == 2 && conflicts.allSatisfy { $0.kind == Conflict.kind })
        #expect(try laptopAgain.changes(since: lost).entries == conflicts)
    }

    /// Sends the operations that the server has lost again, as they were.
    private func repeatLostOperations() throws -> PushReply {
        try laptopAgain.tryPush([
            PushOperation(
                number: 2, action: .create, kind: "book", id: id(2), base: 0,
                fields: [JSON.Member("title", "Emma")], at: server.now),
            PushOperation(
                number: 3, action: .update, kind: "book", id: id(1), base: 1,
                fields: [JSON.Member("pages", 9)], at: server.now),
        ]).message(PushReply.init)
    }

    @Test func isDetectedByPointsAfterTheCursor() throws {
        #expect(laptopAgain.askChanges(since: kept).status == 200)
        let answer = laptopAgain.askChanges(since: kept, at: lost)
        #expect(answer.status == 410 && answer.code == "rewound")
        let page = try laptop.askChanges(since: kept, at: lost).message(ChangesReply.init)
        #expect(page.since == 1 && page.next == lost && page.entries.count == 2)
    }

    @Test func rejectsOperationsOnMissingEntries() throws {
        laptopAgain.cursor = lost
        laptopAgain.number = 1
        let answer = laptopAgain.tryPush([laptopAgain.skip()])
        #expect(answer.status == 410 && answer.code == "rewound")
        laptopAgain.cursor = kept
        laptopAgain.number = 1
        #expect(try laptopAgain.push(laptopAgain.skip()).acknowledged == 2)
    }

    @Test func detectsMissingNumbersOfADevice() throws {
        let next = laptopAgain.create(id(3), ("title", "Ida"))
        #expect(next.number == 4)
        #expect(laptopAgain.tryPush([next]).code == "gap")
        #expect(try laptopAgain.changes().acknowledged == 1)
    }

    @Test func keepsTokensAndPasswords() throws {
        #expect(laptopAgain.ask("GET", "/v1/account").status == 200)
        #expect(try restored.logIn(device: "tablet").epoch == laptop.epoch)
    }

    /// Every difference between two histories changes their marks.
    @Test func everyDifferenceChangesTheMark() throws {
        func mark(_ change: (TestDevice, TestDevice) throws -> Void) throws -> UInt64 {
            let server = TestServer(store: try .forTest())
            let laptop = try server.signUp()
            let phone = try server.logIn()
            try change(laptop, phone)
            let next = try laptop.changes().next
            #expect(next.sequence == 2)
            return next.mark
        }
        let marks = try [
            mark { one, _ in
                _ = try one.push(
                    one.create(id(1), ("title", "a")), one.create(id(2), ("title", "b")))
            },
            mark { one, _ in
                _ = try one.push(
                    one.create(id(2), ("title", "b")), one.create(id(1), ("title", "a")))
            },
            mark { one, other in
                _ = try one.push(one.create(id(1), ("title", "a")))
                _ = try other.push(other.create(id(2), ("title", "b")))
            },
            mark { one, _ in
                _ = try one.push(
                    one.create(id(1), ("title", "a")), one.create(id(2), ("title", "c")))
            },
            mark { one, _ in
                _ = try one.push(
                    one.create(id(1), ("title", "a")),
                    one.operation(.create, id(2), kind: "book", base: 1, [("title", "b")]))
            },
            // Another beginning, and the same end.
            mark { one, _ in
                _ = try one.push(
                    one.create(id(1), ("title", "c")), one.create(id(2), ("title", "b")))
            },
            // The same numbers, by other devices.
            mark { one, other in
                _ = try one.push(one.create(id(1), ("title", "a")))
                _ = try other.push(other.skip())
            },
            mark { one, other in
                _ = try other.push(other.create(id(1), ("title", "a")))
                _ = try one.push(one.skip())
            },
            mark { one, _ in _ = try one.push(one.create(id(1), ("title", "a")), one.skip()) },
        ]
        #expect(Set(marks).count == marks.count)
    }
}
