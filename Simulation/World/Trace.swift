/// The events of a simulated world, line by line, for reading and for comparing runs.
struct Trace {
    private(set) var lines: [String] = []

    mutating func add(_ time: Duration, _ who: String, _ what: String) {
        let milliseconds =
            Int(time.components.seconds) * 1000
            + Int(time.components.attoseconds / 1_000_000_000_000_000)
        let places = "\(milliseconds % 1000)"
        let padding = String(repeating: "0", count: 3 - places.utf8.count)
        lines.append("\(milliseconds / 1000).\(padding)\(places) \(who): \(what)")
    }

    /// A hash of the lines (FNV-1a), for comparing runs.
    var hash: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for line in lines {
            for byte in line.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0x0A) &* 0x100_0000_01B3
        }
        return hash
    }
}
