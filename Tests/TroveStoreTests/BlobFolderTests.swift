import Testing
import TroveCodecs
import TroveModel
import TroveStore
import TroveSystem
import TroveTesting

/// A library's own pictures.
@Suite struct BlobFolderTests {
    private let scratch: ScratchDirectory
    private let folder: BlobFolder
    private let bytes = Array("not really a picture".utf8)
    private var digest: SHA256 { SHA256(of: bytes) }

    init() throws {
        scratch = try ScratchDirectory()
        folder = BlobFolder(scratch.path("library.db.blobs"))
    }

    @Test func returnsStoredPictures() throws {
        try folder.keep(bytes, as: digest)
        try folder.keep(bytes, as: digest)
        #expect(try folder.read(digest) == bytes)
        #expect(scratch.files() == ["library.db.blobs/\(digest)"])
        #expect(try scratch.readBytes("library.db.blobs/\(digest)") == bytes)
    }

    @Test func isReadableOnlyByItsOwner() throws {
        try folder.keep(bytes, as: digest)
        #expect(try scratch.permissions(of: "library.db.blobs") == 0o700)
        #expect(try scratch.permissions(of: "library.db.blobs/\(digest)") == 0o600)
    }

    @Test func reportsMissingPictures() throws {
        #expect(throws: BlobFolder.Failure.isMissing) { try folder.read(digest) }
        try folder.keep(bytes, as: digest)
        #expect(throws: BlobFolder.Failure.isMissing) { try folder.read(SHA256(of: [])) }
    }

    @Test func detectsAndRepairsDamage() throws {
        try folder.keep(bytes, as: digest)
        try scratch.write(bytes.dropLast() + [0], to: "library.db.blobs/\(digest)")
        #expect(throws: BlobFolder.Failure.isDamaged(folder.file(of: digest))) {
            try folder.read(digest)
        }
        try folder.keep(bytes, as: digest)
        #expect(try folder.read(digest) == bytes)
    }

    @Test func reportsAnUnusableFolder() throws {
        // A file in place of the folder.
        try scratch.write("", to: "library.db.blobs")
        let failure = #expect(throws: BlobFolder.Failure.self) {
            try folder.keep(bytes, as: digest)
        }
        guard case .isUnusable(folder.path, .system)? = failure else {
            Issue.record("not \(String(describing: failure))")
            return
        }
        #expect(scratch.files() == ["library.db.blobs"])
    }

    @Test func isBesideTheLibrary() throws {
        let library = try Library(.file(scratch.path("library.db")), kinds: .standard)
        #expect(library.blobs?.path == folder.path)
        #expect(try Library(.memory, kinds: .standard).blobs == nil)
    }
}
