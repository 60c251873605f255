import TroveTesting

/// The power cuts during a recorded program, and the checks of the disk afterwards.
struct PowerCuts {
    /// The program's operations on the files below `root`.
    var events: [DiskEvent]
    let root: String

    /// A moment, with the state of the disk after it.
    struct Cut: CustomStringConvertible {
        /// The preceding event.
        let index: Int
        let event: DiskEvent?
        let survival: DiskAfterCut.Survival
        /// All output before it.
        let said: [UInt8]
        let files: [String: [UInt8]]

        var description: String {
            let what = event.map { String("\($0)".prefix(120)) } ?? "the beginning"
            return "cut after event \(index) (\(what)), of what was not synced: \(survival)"
        }
    }

    /// Cuts the power after each output, losing all unsynced data, and at random moments.
    ///
    /// - Parameters:
    ///   - count: The number of random moments.
    ///   - random: The source of the moments.
    ///   - body: Checks a disk; false ends the round.
    /// - Throws: What the body throws.
    func forEach(
        random count: Int, using random: inout SeededRandom, _ body: (Cut) throws -> Bool
    ) throws {
        var planned: [Int: [DiskAfterCut.Survival]] = [:]
        for (index, event) in events.enumerated() {
            if case .say = event { planned[index, default: []].append(.nothing) }
        }
        for _ in 0..<count {
            let survival = DiskAfterCut.Survival.allCases.randomElement(using: &random) ?? .sectors
            planned[Int.random(in: events.indices, using: &random), default: []].append(survival)
        }
        // At the end, when all files have their final places, in every way.
        planned[events.count - 1, default: []] += DiskAfterCut.Survival.allCases
        var disk = DiskAfterCut(root: root)
        var said: [UInt8] = []
        for (index, event) in events.enumerated() {
            disk.take(event)
            if case .say(let bytes) = event { said += bytes }
            for survival in planned[index] ?? [] {
                let files = disk.files(survival, using: &random)
                    // Shared memory has no meaning after a cut.
                    .filter { !$0.key.hasSuffix("-shm") }
                let cut = Cut(
                    index: index, event: event, survival: survival, said: said, files: files)
                guard try body(cut) else { return }
            }
        }
    }

    /// Returns a copy without some of the events, as if the program had a bug.
    func without(_ isLeftOut: (DiskEvent) -> Bool) -> PowerCuts {
        var cuts = self
        cuts.events.removeAll(where: isLeftOut)
        return cuts
    }
}

extension ScratchDirectory {
    /// Writes the files of a disk below a folder.
    func write(_ files: [String: [UInt8]], below folder: String) throws {
        for (name, bytes) in files { try write(bytes, to: "\(folder)/\(name)") }
    }
}
