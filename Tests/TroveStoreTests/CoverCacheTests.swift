import Testing
import TroveModel
import TroveStore
import TroveTesting

/// The cache of downloaded covers.
@Suite struct CoverCacheTests {
    private let scratch: ScratchDirectory
    private let cache: CoverCache
    private let now = Timestamp(milliseconds: 1_795_000_000_000)
    private let day = 24 * 3_600_000

    init() throws {
        scratch = try ScratchDirectory()
        cache = CoverCache(folder: scratch.path("cache/trove/covers"))
    }

    private func later(_ days: Int) -> Timestamp {
        Timestamp(milliseconds: now.milliseconds + days * day)
    }

    private func content(
        of address: String, in cache: CoverCache? = nil, at now: Timestamp? = nil
    ) -> [UInt8]? {
        guard
            case .picture(let path, let bytes) = (cache ?? self.cache)
                .find(address, at: now ?? self.now)
        else { return nil }
        let name = String(path.dropFirst(scratch.path("").utf8.count))
        #expect((try? scratch.readBytes(name)) == bytes)
        return bytes
    }

    @Test func returnsStoredCovers() {
        #expect(cache.find("a", at: now) == .unknown)
        cache.keep([1, 2], of: "a", at: now)
        cache.keep([3], of: "b", at: now)
        #expect(content(of: "a") == [1, 2] && content(of: "b") == [3])
        cache.keep([4], of: "a", at: now)
        #expect(content(of: "a") == [4])
    }

    @Test func contentIsStoredOnce() {
        for address in ["a", "b", "c"] { cache.keep([1], of: address, at: now) }
        #expect(scratch.files().count { !$0.hasSuffix(".note") } == 1)
    }

    @Test func forgetsAfterSixMonths() {
        cache.keep([1], of: "a", at: now)
        #expect(content(of: "a", at: later(179)) == [1])
        #expect(cache.find("a", at: later(180)) == .unknown)
        #expect(cache.find("a", at: later(-1)) == .unknown)
    }

    @Test func forgetsAMissingCoverAfterAWeek() {
        cache.keep(nil, of: "a", at: now)
        #expect(cache.find("a", at: later(6)) == .noCover)
        #expect(cache.find("a", at: later(7)) == .unknown)
        #expect(cache.find("a", at: later(-1)) == .unknown)
    }

    @Test func ignoresDamagedFiles() throws {
        cache.keep([1, 2, 3], of: "a", at: now)
        let names = scratch.files()
        let content = try #require(names.first { !$0.hasSuffix(".note") })
        let note = try #require(names.first { $0.hasSuffix(".note") })
        let right = try scratch.read(note)
        let digest = right.split(separator: " ")[1]
        for text in [
            "", "found", "found 3", "none", "none x", "found \(digest.dropLast()) 3", "\0",
            String(repeating: "found ", count: 100),
        ] {
            try scratch.write(text, to: note)
            #expect(cache.find("a", at: now) == .unknown, "\(text)")
        }
        try scratch.write(right, to: note)
        #expect(self.content(of: "a") == [1, 2, 3])
        try scratch.write([1, 2], to: content)
        #expect(cache.find("a", at: now) == .unknown)
    }

    /// The oldest covers are deleted to make room for the newest.
    @Test func staysWithinItsLimit() {
        let small = CoverCache(folder: scratch.path("small"), limit: 100_000)
        for index in 0..<20 {
            small.keep([UInt8](repeating: UInt8(index), count: 20_000), of: "\(index)", at: now)
        }
        let kept = (0..<20).filter { content(of: "\($0)", in: small) != nil }
        #expect(kept.last == 19)
        #expect((2...5).contains(kept.count), "\(kept)")
        #expect(kept == Array(20 - kept.count..<20))
    }

    @Test func anUnwritableCacheIsEmpty() throws {
        try scratch.write("a file", to: "cache")
        cache.keep([1], of: "a", at: now)
        cache.keep(nil, of: "b", at: now)
        #expect(cache.find("a", at: now) == .unknown && cache.find("b", at: now) == .unknown)
        #expect(scratch.files() == ["cache"])
    }

    /// Two shells that write and read at the same time always find complete covers.
    @Test(.timeLimit(.minutes(20))) func canBeShared() async throws {
        let folder = scratch.path("shared")
        let wrong = await withTaskGroup(of: Int.self) { group in
            for writer in 0..<2 {
                group.addTask { Self.write(as: writer, into: folder, at: now) }
            }
            return await group.reduce(0, +)
        }
        #expect(wrong == 0)
        #expect(scratch.files().allSatisfy { !$0.contains(".new-") })
    }

    /// Writes covers that contain their address. Returns how often another one was found there.
    private static func write(as writer: Int, into folder: String, at now: Timestamp) -> Int {
        let cache = CoverCache(folder: folder, limit: 150_000)
        return (0..<100).count { turn in
            let address = turn % 7
            let bytes = [UInt8](repeating: UInt8(address + 7 * writer), count: 30_000)
            cache.keep(bytes, of: "\(address)", at: now)
            guard case .picture(_, let found) = cache.find("\(address)", at: now) else {
                return false
            }
            return found.count != 30_000 || Set(found).count != 1 || Int(found[0]) % 7 != address
        }
    }
}
