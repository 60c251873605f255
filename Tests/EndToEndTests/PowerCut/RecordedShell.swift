import TroveModel
import TroveTesting

/// A shell whose writes are recorded while it creates a library with a snapshot and two photos.
struct RecordedShell {
    let cuts: PowerCuts
    /// The output of `list`: before the first command, and after each one.
    let states: [String]
    /// The last state that the disk may hold after that many acknowledgments: commands sent
    /// together may be carried out together.
    let latest: [Int]
    /// The state in each snapshot.
    let snapshots: [String: Int]
    /// The pictures by name.
    let pictures: [String: [UInt8]]

    /// Groups of commands sent together, for two shells in succession.
    private static let sessions = [
        [
            ["add book Dune pages:300"],
            ["add book Emma note:\"\(String(repeating: "n", count: 9000))\""],
            ["set Dune page:10 rating:4", "set Dune state:reading"],
            (1...5).map { "add book \"Burst \($0)\"" },
            ["snapshot save early"],
            ["add gem Ruby photo:ruby.png"],
            ["delete Emma --yes", "undo", "undo", "redo"],
        ],
        [
            ["snapshot restore early --yes"],
            ["undo"],
            ["add gem Opal photo:opal.png"],
            ["set Emma note:short", "add book Kim"],
            ["snapshot save late"],
        ],
    ]

    init() throws {
        let trove = try Trove()
        var pictures: [String: [UInt8]] = [:]
        for (name, shade) in [("ruby", 40), ("opal", 20)] {
            let picture = PictureFixture.png(width: 60, height: 40) { column, row in
                UInt8((column * shade + row) % 256)
            }
            pictures["\(name).png"] = picture
            try trove.scratch.write(picture, to: "work/\(name).png")
        }
        let root = trove.scratch.path("home")
        var events: [DiskEvent] = []
        var states = ["[]\n"]
        var latest = [0]
        var snapshots: [String: Int] = [:]
        for session in Self.sessions {
            let log = trove.scratch.path("strace.log")
            let strace = try trove.other("strace")
                .start(DiskRecording.arguments(log: log) + [trove.program.path, "--json"])
            for (index, portion) in session.enumerated() {
                try strace.write(
                    portion.map { "\($0)\n" + Self.question }.joined()
                        + "echo \"portion \(index)\"\n")
                try strace.read(until: "portion \(index)")
                let first = latest.count - 1
                latest[first] = first + portion.count
                for _ in portion { latest.append(first + portion.count) }
                for (offset, command) in portion.enumerated() {
                    let words = command.split(separator: " ")
                    if words.starts(with: ["snapshot", "save"]) {
                        snapshots[String(words[2])] = first + offset + 1
                    }
                }
            }
            let run = try strace.waitForExit().requiring()
            states += Self.lists(in: run.output)
            events += try DiskRecording.events(
                in: trove.scratch.readBytes("strace.log"), below: root)
        }
        self.states = states
        self.latest = latest
        self.snapshots = snapshots
        self.pictures = pictures
        cuts = PowerCuts(events: events, root: root)
    }

    /// Lists everything between two lines that nothing else prints.
    private static let question = "echo \"<\"\nlist\necho \">\"\n"

    /// Returns the output of each complete `list`.
    private static func lists(in output: [UInt8]) -> [String] {
        String(decoding: output, as: UTF8.self)
            .split(separator: "{\"message\":\"<\"}\n", omittingEmptySubsequences: false)
            .dropFirst().compactMap { text in
                text.firstRange(of: "{\"message\":\">\"}\n").map { String(text[..<$0.lowerBound]) }
            }
    }

    /// Returns the problem with a disk after a cut, or nil.
    func finding(after cut: PowerCuts.Cut) throws -> String? {
        let scratch = try ScratchDirectory(inMemory: true)
        var trove = try Trove()
        trove.program = try ProgramUnderTest(
            trove.program.path,
            environment: trove.environment.filter { !$0.value.hasPrefix("/") },
            scratch: scratch)
        try scratch.write(cut.files, below: "home")
        let told = Self.lists(in: cut.said).count
        var script = Self.question
        let kept = snapshots.filter { $0.value <= told }.sorted { $0.value < $1.value }
        for (name, _) in kept { script += "snapshot restore \(name) --yes\n" + Self.question }
        script += "check\nadd book After\n" + Self.question
        let run = try trove.run(script, ["--json"])
        guard run.status == .success else { return "\(run)" }
        let lists = Self.lists(in: run.output)
        guard lists.count == kept.count + 2 else { return "\(run)" }

        guard told < latest.count, states[told...latest[told]].contains(lists[0]) else {
            return "the library is not as it was after command \(told): \(lists[0])"
        }
        for (index, snapshot) in kept.enumerated() where lists[index + 1] != states[snapshot.value]
        {
            return "the snapshot \(snapshot.key) is not as it was: \(lists[index + 1])"
        }
        guard lists[kept.count + 1].contains("After") else { return "\(run)" }
        return missingPicture(in: lists[0], scratch)
    }

    /// Returns a picture that an item names and that is missing or incomplete, or nil.
    private func missingPicture(in list: String, _ scratch: ScratchDirectory) -> String? {
        for part in list.split(separator: "\"photo\":\"").dropFirst() {
            let name = String(part.prefix { $0 != "#" })
            let digest = part.dropFirst(name.count + "#sha256-".count).prefix { $0 != "\"" }
            let path = "\(Trove.libraryName).blobs/\(digest)"
            guard let bytes = try? scratch.readBytes(path) else { return "\(name) is gone" }
            if bytes != pictures[name] { return "\(name) is not whole: \(bytes.count) bytes" }
        }
        return nil
    }
}
