import Testing
import TroveExchange
import TroveTesting

struct ZipArchiveTests {
    private let folder: ScratchDirectory

    init() throws {
        folder = try ScratchDirectory()
    }

    private func open(_ zip: ZipBytes) throws -> ZipArchive {
        try ZipArchive(path: try folder.write(zip.bytes, to: "export.zip"))
    }

    /// Returns all bytes of the first member.
    private func first(of zip: ZipBytes, pieceSize: Int = 1 << 16) throws -> [UInt8] {
        try first(of: open(zip), pieceSize: pieceSize)
    }

    private func first(of archive: ZipArchive, pieceSize: Int = 1 << 16) throws -> [UInt8] {
        let source = try archive.bytes(of: try #require(archive.members.first))
        var piece = Array(repeating: UInt8(0), count: pieceSize)
        var all: [UInt8] = []
        while true {
            let count = try source.read(into: &piece, from: 0)
            if count == 0 { break }
            all += piece[..<count]
        }
        #expect(source.fraction == 1)
        return all
    }

    @Test func listsFilesButNotFolders() throws {
        let zip = ZipBytes(members: [
            ZipBytes.stored("likes/", ""), ZipBytes.stored("likes/films.csv", "a,b\n"),
            ZipBytes.deflated("watched.csv", "Date,Name\n"),
        ])
        let members = try open(zip).members
        #expect(members.map(\.name) == ["likes/films.csv", "watched.csv"])
        #expect(members.map(\.size) == [4, 10])
        #expect(ZipArchive.isArchive(zip.bytes))
        #expect(ZipArchive.isArchive(ZipBytes().bytes))
        #expect(!ZipArchive.isArchive(Array("PK,b".utf8)))
    }

    @Test func anEmptyArchiveHasNoMembers() throws {
        #expect(try open(ZipBytes()).members.isEmpty)
    }

    @Test(arguments: [1, 7, 4096, 1 << 18])
    func readsStoredAndDeflatedMembers(pieceSize: Int) throws {
        let text = (0..<20_000).map { "line \($0)\n" }.joined()
        for member in [ZipBytes.stored("a.csv", text), ZipBytes.deflated("a.csv", text)] {
            let found = try first(of: ZipBytes(members: [member]), pieceSize: pieceSize)
            #expect(found == Array(text.utf8))
        }
        let zeros = ZipBytes.zeros("a.csv", repeats: 1000)
        let found = try first(of: ZipBytes(members: [zeros]), pieceSize: pieceSize)
        #expect(found == Array(repeating: 0, count: 258_001))
    }

    @Test func readsAnEmptyMember() throws {
        for member in [ZipBytes.stored("a.csv", ""), ZipBytes.deflated("a.csv", "")] {
            #expect(try first(of: ZipBytes(members: [member])).isEmpty)
        }
    }

    @Test func anArchiveCanBeEmbeddedInOtherData() throws {
        var zip = ZipBytes(members: [ZipBytes.deflated("a.csv", "a,b\n")])
        zip.prefix = Array("#!/bin/sh\nexit\n".utf8)
        zip.comment = Array("written PK\u{5}\u{6} by hand, and long enough to be an end".utf8)
        #expect(try first(of: zip) == Array("a,b\n".utf8))
    }

    @Test func aMemberIsReadAsATable() throws {
        let zip = ZipBytes(members: [
            ZipBytes.deflated("watched.csv", "Date,Name\r\n2024,\"A,B\"\r\n")
        ])
        let archive = try open(zip)
        let reader = TableReader(try archive.bytes(of: archive.members[0]))
        var record = TableRecord()
        #expect(try reader.next(into: &record))
        #expect(try reader.next(into: &record))
        #expect(record.cells == ["2024", "A,B"])
        #expect(try !reader.next(into: &record))
    }

    @Test func namesAreReadInEitherEncoding() throws {
        var zip = ZipBytes(members: [ZipBytes.stored("listes/été.csv", "")])
        #expect(try open(zip).members[0].name == "listes/été.csv")
        zip.members[0].name = [0xE9, 0x2E]
        #expect(try open(zip).members[0].name == "é.")
    }

    // MARK: Errors

    @Test func nonArchivesAreReported() throws {
        let whole = ZipBytes(members: [ZipBytes.stored("a.csv", "a,b\n")]).bytes
        for bytes in [[], Array("PK".utf8), Array(whole.dropLast()), Array(whole.prefix(40))] {
            let path = try folder.write(bytes, to: "a.zip")
            #expect(throws: ReadFailure.archive(.notAnArchive, member: nil)) {
                try ZipArchive(path: path)
            }
        }
        #expect(throws: ReadFailure.system(2)) { try ZipArchive(path: folder.path("none.zip")) }
    }

    /// An error in an archive or in its only member.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let failure: ArchiveFailure
        let isOfMember: Bool
        let spoil: @Sendable (inout ZipBytes) -> Void

        init(
            _ name: String, _ failure: ArchiveFailure, isOfMember: Bool = true,
            spoil: @escaping @Sendable (inout ZipBytes) -> Void
        ) {
            testDescription = name
            self.failure = failure
            self.isOfMember = isOfMember
            self.spoil = spoil
        }
    }

    static let faults: [Fault] = [
        Fault("encrypted", .isEncrypted) { $0.members[0].flags = 1 },
        Fault("encrypted in the newer way", .isEncrypted) { $0.members[0].method = 99 },
        Fault("compressed with LZMA", .hasUnknownMethod(14)) { $0.members[0].method = 14 },
        Fault("a wrong checksum", .isDamaged) { $0.members[0].checksum ^= 1 },
        Fault("data that was changed", .isDamaged) { $0.members[0].data[20] ^= 1 },
        Fault("data that is no deflated data", .isDamaged) { $0.members[0].data[0] = 7 },
        Fault("data that ends early", .isDamaged) { $0.members[0].compressedSize = 20 },
        Fault("more than was said", .isDamaged) { $0.members[0].size -= 1 },
        Fault("less than was said", .isDamaged) { $0.members[0].size += 1 },
        Fault("a bomb that says it is small", .isDamaged) {
            $0.members[0] = ZipBytes.zeros("a.csv", repeats: 1000)
            $0.members[0].size = 100
        },
        Fault("a bomb that says so", .isTooLarge) { $0.members[0].size = 1 << 30 + 1 },
        Fault("data beyond the end", .isDamaged) { $0.members[0].compressedSize = 1 << 20 },
        Fault("a place beyond the end", .isDamaged) { $0.members[0].place = 1 << 20 },
        Fault("a place where nothing begins", .isDamaged) { $0.members[0].place = 1 },
        Fault("zip64, by its size", .isOfOtherForm) { $0.members[0].size = 0xFFFF_FFFF },
        Fault("zip64, by its number of members", .isOfOtherForm, isOfMember: false) {
            $0.count = 0xFFFF
        },
        Fault("several disks", .isOfOtherForm, isOfMember: false) { $0.disk = 1 },
        Fault("too many members", .hasTooManyMembers, isOfMember: false) { $0.count = 65_001 },
        Fault("fewer members than were said", .isDamaged, isOfMember: false) { $0.count = 2 },
        Fault("a directory that is too large", .isTooLarge, isOfMember: false) {
            $0.directorySize = 1 << 25
        },
        Fault("a directory beyond the beginning", .isDamaged, isOfMember: false) {
            $0.directorySize = 1 << 20
        },
        Fault("a name beyond the directory", .isDamaged, isOfMember: false) {
            $0.directorySize = 46
        },
    ]

    @Test(arguments: faults)
    func isRejected(_ fault: Fault) throws {
        let text = (0..<100).map { "line \($0)\n" }.joined()
        var zip = ZipBytes(members: [ZipBytes.deflated("a.csv", text)])
        #expect(try first(of: zip) == Array(text.utf8))
        fault.spoil(&zip)
        let failure = ReadFailure.archive(fault.failure, member: fault.isOfMember ? "a.csv" : nil)
        #expect(throws: failure) { try first(of: zip) }
    }

    /// Any changed byte either causes an error or loses nothing.
    @Test func changedBytesAreDetected() throws {
        let text = "Date,Name\n2024-01-02,A film\n"
        for member in [ZipBytes.stored("a.csv", text), ZipBytes.deflated("a.csv", text)] {
            let bytes = ZipBytes(members: [member]).bytes
            for place in bytes.indices {
                for bit in [UInt8(1), 0x80] {
                    var spoilt = bytes
                    spoilt[place] ^= bit
                    let path = try folder.write(spoilt, to: "a.zip")
                    guard let archive = try? ZipArchive(path: path), !archive.members.isEmpty,
                        let found = try? first(of: archive)
                    else { continue }
                    #expect(found == Array(text.utf8), "byte \(place)")
                }
            }
        }
    }
}
