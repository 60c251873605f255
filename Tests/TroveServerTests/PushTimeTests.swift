import Testing
import TroveCodecs
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

/// Pushes that take long, for which the pushes of others would wait.
struct PushTimeTests {
    @Test func noFurtherOperationBeginsAfterTheTime() throws {
        let server = TestServer(store: try .forTest()) { $0.pushTime = .zero }
        let laptop = try server.signUp()
        let answer = laptop.tryPush([laptop.skip(), laptop.skip()])
        #expect(answer.status == 413 && answer.code == "too_large")
        #expect(try laptop.changes().acknowledged == 0)
        // A single operation always runs, so a device that sends fewer makes progress.
        laptop.number -= 2
        #expect(try laptop.run(laptop.skip()).status == .applied)
        #expect(try laptop.run(laptop.skip()).status == .applied)
    }

    /// Making a field unique reads all items of the kind.
    @Test func unusualProcessorTimeIsCharged() throws {
        let server = TestServer(store: try .forTest()) {
            $0.pushTime = .milliseconds(200)
            $0.pushRate.burst = 1 << 20
            $0.pushRate.perSecond = 1 << 10
        }
        let laptop = try server.signUp()
        let definition = Definition(subject: "coin.serial", text: "")
        func define(_ text: String) -> PushOperation {
            laptop.operation(
                .create, definition.id, kind: "definition", base: 0,
                [("subject", .string(definition.subject)), ("text", .string(text))])
        }
        _ = try laptop.push(define("field serial text"))
        for first in stride(from: 0, to: 2000, by: 50) {
            let coins = (first..<first + 50).map { number in
                laptop.operation(
                    .create, id(UInt64(number + 1)), kind: "coin", base: 0,
                    [("title", .string("A coin")), ("serial", .string("\(number)"))])
            }
            #expect(laptop.tryPush(coins).status == 200)
        }
        let toggles = (0..<40).map { number in
            laptop.update(
                definition.id, kind: "definition", base: 2001,
                ("text", .string("field serial text" + (number % 2 == 0 ? " unique:yes" : ""))))
        }
        #expect(laptop.tryPush(toggles).status == 413)
        laptop.number -= toggles.count
        #expect(laptop.tryPush([laptop.skip()]).status == 429)
        // Others are not affected.
        let other = try server.signUp("bea@example.org")
        #expect(try other.run(other.skip()).status == .applied)
    }
}
