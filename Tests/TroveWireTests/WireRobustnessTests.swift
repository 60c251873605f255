import Testing
import TroveCodecs
import TroveTesting
import TroveWire

/// Any input is read or rejected, and nothing crashes.
@Suite struct WireRobustnessTests {
    /// Messages with random values in random places.
    @Test func changedMessagesAreReadOrRejected() throws {
        try SeededRandom.run { random in
            var refused = 0
            for _ in 0..<20_000 {
                guard let message = WireSpecimen.all.randomElement(using: &random) else { return }
                var json = try message.json
                for _ in 0...Int.random(in: 0...2, using: &random) {
                    guard let place = json.places(notBelow: []).randomElement(using: &random) else {
                        continue
                    }
                    json = json.replacing(place, with: JSON.random(depth: 2, using: &random))
                }
                if try !Self.isRead(json, as: message) { refused += 1 }
            }
            #expect(refused > 1000)
        }
    }

    /// Reads a value as a message. What was read survives a round trip. Returns whether it is one.
    private static func isRead(_ json: JSON, as message: WireSpecimen) throws -> Bool {
        let written: [UInt8]
        do throws(WireError) {
            written = try message.rewrite(json)
        } catch {
            #expect(!error.member.isEmpty)
            return false
        }
        #expect(try message.rewrite(try JSON(parsing: written)) == written, "\(json.written)")
        return true
    }

    /// Values that are hardly ever a message, in every reader.
    @Test func randomValuesAreRejected() throws {
        try SeededRandom.run { random in
            var read = 0
            for _ in 0..<5_000 {
                let json = JSON.random(depth: 4, using: &random)
                for message in WireSpecimen.all where try Self.isRead(json, as: message) {
                    read += 1
                }
            }
            #expect(read < 500)
        }
    }

    /// Messages that were truncated or altered in transit.
    @Test func damagedBytesAreReadOrRejected() throws {
        try SeededRandom.run { random in
            var damaged = 0
            for _ in 0..<20_000 {
                guard let message = WireSpecimen.all.randomElement(using: &random) else { return }
                var bytes = Array(message.text.utf8)
                if Bool.random(using: &random) {
                    bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
                } else {
                    let place = Int.random(in: bytes.indices, using: &random)
                    bytes[place] = UInt8.random(in: 0...255, using: &random)
                }
                guard let json = try? JSON(parsing: bytes, depthLimit: Limits.depth) else {
                    damaged += 1
                    continue
                }
                _ = try Self.isRead(json, as: message)
            }
            #expect(damaged > 1000)
        }
    }

    /// A page nested deeper than any message is rejected.
    @Test func depthIsLimited() {
        let deep = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        let text =
            #"{"epoch":"e","operations":[{"n":1,"action":"create","fields":{"a":\#(deep)}}]}"#
        #expect(throws: JSON.Failure.self) {
            try JSON(parsing: Array(text.utf8), depthLimit: Limits.depth)
        }
    }
}

extension JSON {
    /// Returns a random value, including those that readers look for.
    fileprivate static func random(depth: Int, using random: inout SeededRandom) -> JSON {
        switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .bool(.random(using: &random))
        case 2: .integer([0, 1, -1, 1 << 53, .max, .min].randomElement(using: &random) ?? 0)
        case 3: .number(["1.5", "1e400", "-0.0", "1e-400"].randomElement(using: &random) ?? "0.5")
        case 4, 5:
            .string(
                ["", "create", "book", "ff", "*", "01234567-89ab-4def-8123-456789abcdef", "\u{0}é"]
                    .randomElement(using: &random) ?? "")
        case 6:
            .array(
                (0..<Int.random(in: 0...3, using: &random)).map { _ in
                    self.random(depth: depth - 1, using: &random)
                })
        default:
            .object(
                Set(
                    (0..<Int.random(in: 0...6, using: &random)).map { _ in
                        names.randomElement(using: &random) ?? ""
                    }
                ).sorted().map { Member($0, self.random(depth: depth - 1, using: &random)) })
        }
    }

    private static let names = [
        "n", "action", "kind", "id", "base", "fields", "at", "epoch", "operations", "ack", "before",
        "seq", "mark", "results", "status", "ver", "error", "entry", "entries", "code", "message",
        "since", "next", "more", "user", "token", "device", "email", "name", "password", "devices",
        "deleted", "by", "",
    ]
}
