import TroveTesting

/// Where the power is cut while a recorded program runs, and what is asked of the disk then.
struct PowerCuts {
    /// What a program did to the files below `root`.
    var events: [DiskEvent]
    let root: String

    /// A moment, with what the disk holds after it.
    struct Cut: CustomStringConvertible {
        /// The event before it.
        let index: Int
        let event: DiskEvent?
        let survival: DiskAfterCut.Survival
        /// Everything that was said before it.
        let said: [UInt8]
        let files: [String: [UInt8]]

        var description: String {
            let what = event.map { String("\($0)".prefix(120)) } ?? "the beginning"
            return "cut after event \(index) (\(what)), of what was not synced: \(survival)"
        }
    }

    /// Cuts after everything that was said, with nothing that was not synced, and at random moments.
    ///
    /// - Parameters:
    ///   - count: how many random moments.
    ///   - random: what the moments follow from.
    ///   - body: looks at a disk; false ends the round.
    /// - Throws: what the body throws.
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
        // The end, when everything was moved to its last place, in every way.
        planned[events.count - 1, default: []] += DiskAfterCut.Survival.allCases
        var disk = DiskAfterCut(root: root)
        var said: [UInt8] = []
        for (index, event) in events.enumerated() {
            disk.take(event)
            if case .say(let bytes) = event { said += bytes }
            for survival in planned[index] ?? [] {
                let files = disk.files(survival, using: &random)
                    // What is shared between running programs means nothing after a cut.
                    .filter { !$0.key.hasSuffix("-shm") }
                let cut = Cut(
                    index: index, event: event, survival: survival, said: said, files: files)
                guard try body(cut) else { return }
            }
        }
    }

    /// The same without some of the events, as if the program had a mistake.
    func without(_ isLeftOut: (DiskEvent) -> Bool) -> PowerCuts {
        var cuts = self
        cuts.events.removeAll(where: isLeftOut)
        return cuts
    }
}

extension ScratchDirectory {
    /// Puts the files of a disk below a folder.
    func write(_ files: [String: [UInt8]], below folder: String) throws {
        for (name, bytes) in files { try write(bytes, to: "\(folder)/\(name)") }
    }
}
