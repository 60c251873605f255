import Testing
import TroveExchange
import TroveTesting

/// Written archives are read back unchanged.
struct ZipWriterTests {
    private let folder: ScratchDirectory

    init() throws {
        folder = try ScratchDirectory()
    }

    private func writer() throws -> ZipWriter {
        try ZipWriter(year: 2026, month: 11, day: 20, hour: 12, minute: 30)
    }

    /// Returns the names and the contents of an archive's members.
    private func members(of bytes: [UInt8]) throws -> [String: [UInt8]] {
        let archive = try ZipArchive(path: try folder.write(bytes, to: "a.zip"))
        var members: [String: [UInt8]] = [:]
        for member in archive.members {
            let source = try archive.bytes(of: member)
            var piece = Array(repeating: UInt8(0), count: 1 << 16)
            var all: [UInt8] = []
            while true {
                let count = try source.read(into: &piece, from: 0)
                if count == 0 { break }
                all += piece[..<count]
            }
            members[member.name] = all
        }
        return members
    }

    @Test func anEmptyArchiveIsValid() throws {
        var writer = try writer()
        try writer.finish()
        #expect(try members(of: writer.bytes).isEmpty)
    }

    @Test func randomMembersComeBack() throws {
        try SeededRandom.run { random in
            var writer = try writer()
            var expected: [String: [UInt8]] = [:]
            var bytes: [UInt8] = []
            for index in 0..<Int.random(in: 1...20, using: &random) {
                let name = "folder/\(index).bin"
                // Noise grows when it is deflated; repetitions shrink to a thousandth.
                let values: ClosedRange<UInt8> = Bool.random(using: &random) ? 0...255 : 7...7
                let count = [0, 1, 100, 70_000, 300_000].randomElement(using: &random) ?? 0
                let content = (0..<count).map { _ in UInt8.random(in: values, using: &random) }
                expected[name] = content
                if Bool.random(using: &random) {
                    try writer.store(content, as: name)
                } else {
                    try writer.begin(name)
                    var rest = content[...]
                    while !rest.isEmpty {
                        let piece = rest.prefix(Int.random(in: 1...100_000, using: &random))
                        writer.write(Array(piece))
                        rest = rest.dropFirst(piece.count)
                        if Bool.random(using: &random) {
                            bytes += writer.bytes
                            writer.removeBytes()
                        }
                    }
                    try writer.end()
                }
            }
            try writer.finish()
            #expect(try members(of: bytes + writer.bytes) == expected, "\(random.hint)")
        }
    }

    @Test func repetitionsShrink() throws {
        var writer = try writer()
        try writer.begin("zeros")
        writer.write(Array(repeating: 0, count: 1_000_000))
        try writer.end()
        try writer.finish()
        #expect(writer.bytes.count < 2000)
    }

    @Test func aMemberThatNoReaderTakesIsAnError() throws {
        var writer = try writer()
        for index in 0..<ZipArchive.maximumMembers { try writer.store([], as: "\(index)") }
        #expect(throws: ZipWriter.Failure.hasTooManyMembers) { try writer.store([], as: "x") }
    }
}
