import Glibc

/// The figures of a running process, from proc(5).
struct ProcessFigures {
    let identifier: Int32

    /// The peak resident memory, in bytes.
    var peakMemory: Int? {
        // The unit is always kB.
        line(of: "status", beginningWith: "VmHWM:").flatMap { Int($0[1]) }.map { $0 * 1024 }
    }

    /// The resident memory, in bytes.
    var memory: Int? {
        line(of: "status", beginningWith: "VmRSS:").flatMap { Int($0[1]) }.map { $0 * 1024 }
    }

    /// The CPU time, in clock ticks.
    private var ticks: Int? {
        // The name in parentheses contains no blanks; utime and stime are fields 14 and 15.
        guard let fields = line(of: "stat", beginningWith: ""), fields.count > 15,
            let user = Int(fields[13]), let system = Int(fields[14])
        else { return nil }
        return user + system
    }

    /// The processor time of the main thread.
    var processorTime: Duration? {
        line(of: "schedstat", beginningWith: "").flatMap { Int64($0[0]) }
            .map { .nanoseconds($0) }
    }

    /// Waits until the process has used no CPU time for a while.
    func waitUntilIdle() {
        var before: Int?
        while let now = ticks, now != before {
            before = now
            usleep(500_000)
        }
    }

    private func line(of file: String, beginningWith start: String) -> [Substring]? {
        guard let stream = unsafe fopen("/proc/\(identifier)/\(file)", "r") else { return nil }
        defer { unsafe fclose(stream) }
        var buffer = [CChar](repeating: 0, count: 1024)
        while unsafe fgets(&buffer, Int32(buffer.count), stream) != nil {
            let end = buffer.firstIndex(of: 0) ?? buffer.endIndex
            let line = String(decoding: buffer[..<end].map(UInt8.init(bitPattern:)), as: UTF8.self)
            if line.hasPrefix(start) { return line.split(whereSeparator: \.isWhitespace) }
        }
        return nil
    }
}
