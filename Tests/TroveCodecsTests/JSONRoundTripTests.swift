import Testing
import TroveCodecs
import TroveTesting

/// The JSON reader and writer on each other's output, and on corrupted input.
@Suite struct JSONRoundTripTests {
    /// A text with every element of JSON.
    private static let sample = Array(
        #"""
         {"a\u00e9\n三":[-0.5e+1, 12,true,{"":null}], "ver" : 9223372036854775808 ,
        "b":[[],{},false,"\ud83d\ude00 😀é\\"],"c":0}
        """#.utf8)

    @Test func writtenJSONCanBeRead() throws {
        try SeededRandom.run { random in
            for _ in 0..<2000 {
                let value = JSON.random(depth: 4, using: &random)
                let read = try JSON(parsing: value.bytes)
                #expect(read == value)
                #expect(read.bytes == value.bytes)
            }
        }
    }

    /// A truncated text fails at its end.
    @Test func truncatedJSONIsRejected() throws {
        #expect(throws: Never.self) { try JSON(parsing: Self.sample) }
        for end in Self.sample.indices {
            let failure = #expect(throws: JSON.Failure.self) {
                try JSON(parsing: Self.sample[..<end])
            }
            // A character of several bytes is invalid without its last one.
            let isInside = Self.sample[end] & 0xC0 == 0x80
            #expect(failure?.reason == (isInside ? .isNotUTF8 : .endsEarly), "cut at \(end)")
            if !isInside { #expect(failure?.offset == end) }
        }
    }

    /// Any byte in any position: valid input can be written, and invalid input is valid up to the
    /// reported position.
    @Test func corruptedJSONIsReadOrRejected() throws {
        var refused = 0
        for place in Self.sample.indices {
            for byte in UInt8.min...UInt8.max {
                var bytes = Self.sample
                bytes[place] = byte
                do throws(JSON.Failure) {
                    let value = try JSON(parsing: bytes)
                    #expect(try JSON(parsing: value.bytes) == value)
                } catch {
                    refused += 1
                    try requireValidPrefix(
                        of: bytes[..<error.offset], "\(byte) at \(place): \(error)")
                }
            }
        }
        #expect(refused > 10_000)
    }

    /// Requires that the bytes are JSON, or a prefix of JSON.
    private func requireValidPrefix(of bytes: ArraySlice<UInt8>, _ comment: Comment) throws {
        do throws(JSON.Failure) {
            _ = try JSON(parsing: bytes)
        } catch {
            try #require(error == JSON.Failure(.endsEarly, at: bytes.count), comment)
        }
    }

    @Test func aSliceReportsItsOwnOffsets() throws {
        let bytes = Array("xx[1,]".utf8)
        #expect(try JSON(parsing: bytes[3..<4]) == .integer(1))
        #expect(throws: JSON.Failure(.isUnexpected, at: 3)) { try JSON(parsing: bytes[2...]) }
    }

    @Test func theCallerSetsTheDepthLimit() throws {
        #expect(try JSON(parsing: Array("[{}]".utf8), depthLimit: 2) == .array([.object([])]))
        #expect(throws: JSON.Failure(.isTooDeep, at: 1)) {
            try JSON(parsing: Array("[{}]".utf8), depthLimit: 1)
        }
        #expect(try JSON(parsing: Array("1".utf8), depthLimit: 0) == .integer(1))
    }

    /// A name is compared with all previous ones in constant time.
    @Test(.timeLimit(.minutes(20)), arguments: [15, 16, 17, 18, 30_000])
    func duplicateNamesAreFoundAmongMany(count: Int) throws {
        var members = (0..<count).map { JSON.Member("name \($0)", .integer($0)) }
        #expect(try JSON(parsing: JSON.object(members).bytes) == .object(members))
        members.append(.init("name \(count / 2)", .null))
        let failure = #expect(throws: JSON.Failure.self) {
            try JSON(parsing: JSON.object(members).bytes)
        }
        #expect(failure?.reason == .repeatsName)
    }

    /// Two encodings of "é" are two names, among few and among many.
    @Test(arguments: [2, 40])
    func namesAreComparedByteByByte(count: Int) throws {
        var members = (0..<count - 2).map { JSON.Member("name \($0)", .null) }
        members.append(.init("\u{E9}", .integer(1)))
        members.append(.init("e\u{301}", .integer(2)))
        let object = try JSON(parsing: JSON.object(members).bytes)
        #expect(object["\u{E9}"] == .integer(1))
        #expect(object["e\u{301}"] == .integer(2))
    }

    @Test func membersAreFoundByName() throws {
        let json = try JSON(parsing: Array(#"{"n":3,"x":null,"K":true}"#.utf8))
        #expect(json["n"]?.int == 3)
        #expect(json["x"]?.isNull == true)
        #expect(json["y"] == nil)
        // The Kelvin sign is another character.
        #expect(json["\u{212A}"] == nil)
        #expect(JSON.string("n")["n"] == nil)
        #expect(json.members?.map(\.name) == ["n", "x", "K"])
    }

    /// Each accessor returns only values of its own type.
    @Test func accessorsCheckTypes() {
        let values: [JSON] = [
            .null, .bool(true), .integer(7), .number("7.0"), .string("7"), .array([.null]),
            .object([.init("a", .null)]),
        ]
        #expect(values.map(\.isNull) == [true, false, false, false, false, false, false])
        #expect(values.map(\.bool) == [nil, true, nil, nil, nil, nil, nil])
        #expect(values.map(\.int) == [nil, nil, 7, nil, nil, nil, nil])
        #expect(values.map(\.double) == [nil, nil, 7, 7, nil, nil, nil])
        #expect(values.map(\.text) == [nil, nil, nil, nil, "7", nil, nil])
        #expect(values.map { $0.array?.count } == [nil, nil, nil, nil, nil, 1, nil])
        #expect(values.map { $0.members?.count } == [nil, nil, nil, nil, nil, nil, 1])
        #expect(JSON.number("1e999").double == nil)
        #expect(JSON.number("-0").double?.sign == .minus)
    }

    @Test func isWrittenWithoutSpaces() throws {
        let json = try JSON(parsing: Array(#" { "a" : [ 1 , "b" ] , "c" : -0.50 } "#.utf8))
        #expect(json.written == #"{"a":[1,"b"],"c":-0.50}"#)
    }
}

extension JSON {
    /// Returns a random value with arrays and objects nested to a given depth.
    fileprivate static func random(depth: Int, using random: inout SeededRandom) -> JSON {
        let count = Int.random(in: 0...4, using: &random)
        switch Int.random(in: 0...(depth > 0 ? 8 : 5), using: &random) {
        case 0: return .null
        case 1: return .bool(.random(using: &random))
        case 2: return .integer(.random(in: -100...100, using: &random))
        case 3: return .integer(.random(in: .min ... .max, using: &random))
        case 4: return .number(["-0", "1.50", "1e5", "-2E-7", "1\(Int.max)"][count])
        case 5: return .string(text(using: &random))
        case 6:
            return .array((0..<count).map { _ in .random(depth: depth - 1, using: &random) })
        default:
            return .object(
                (0..<count).map { index in
                    let name = text(using: &random) + "\(index)"
                    return Member(name, .random(depth: depth - 1, using: &random))
                })
        }
    }

    private static func text(using random: inout SeededRandom) -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x1F, 0x20...0x7F, 0x20...0x7F, 0x22...0x22, 0x5C...0x5C, 0x80...0x7FF,
            0x800...0xD7FF, 0xE000...0xFFFF, 0x1_0000...0x10_FFFF,
        ]
        // Sometimes a long plain text.
        let usual = Bool.random(using: &random) ? ranges[1...1] : ranges[...]
        var text = ""
        for _ in 0..<Int.random(in: 0...20, using: &random) {
            let range = usual.randomElement(using: &random) ?? 0x20...0x7F
            let value = UInt32.random(in: range, using: &random)
            if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
