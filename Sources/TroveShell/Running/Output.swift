import Glibc
import TroveCommands
import TroveSystem
import TroveTerminal

/// Buffers standard output and standard error in order.
///
/// Nothing is written before `flush`, so that a script's output can wait for the commit it depends
/// on.
final class Output {
    enum Stream {
        case standard, error

        var descriptor: Int32 { self == .standard ? STDOUT_FILENO : STDERR_FILENO }
    }

    /// Standard output could not be written: the system's error number.
    struct Failure: Error {
        let number: Int32
    }

    /// Consecutive bytes of one stream.
    struct Piece {
        let stream: Stream
        var bytes: [UInt8] = []
    }

    private var segments: [Piece] = []
    /// What was flushed, if the output is collected; nil if it is written to the process's streams.
    private var collected: [Piece]?
    /// Whether the output is collected instead of written to the process's streams.
    var isCollecting: Bool {
        get { collected != nil }
        set { collected = newValue ? collected ?? [] : nil }
    }
    /// The output that was pending before capturing began, and comes first; nil when not capturing.
    private var ahead: [Piece]?
    /// The number of pending bytes.
    private(set) var waiting = 0

    /// Whether standard output is discarded.
    var isMuted = false

    /// Creates an output for the streams of the process, or one that collects what is flushed.
    init(isCollecting: Bool = false) {
        if isCollecting { collected = [] }
    }

    func write(to stream: Stream = .standard, _ body: (inout [UInt8]) -> Void) {
        guard !isMuted || stream == .error else { return }
        if segments.last?.stream != stream { segments.append(Piece(stream: stream)) }
        let last = segments.count - 1
        let before = segments[last].bytes.count
        body(&segments[last].bytes)
        waiting += segments[last].bytes.count - before
    }

    func write(_ text: TerminalText, to stream: Stream = .standard) {
        write(to: stream) { $0.append(text) }
    }

    /// Appends text for programs unchanged.
    func write(data text: String) { write { $0.append(data: text) } }

    /// Output captured from some work.
    struct Captured {
        fileprivate let segments: [Piece]
    }

    /// Runs `work` and removes its output from the buffer, unless `work` flushed it. Captures must
    /// not be nested.
    func capture<Result>(_ work: () -> Result) -> (Result, Captured) {
        ahead = segments
        segments = []
        let result = work()
        let captured = Captured(segments: segments)
        segments = ahead ?? []
        ahead = nil
        waiting = segments.reduce(0) { $0 + $1.bytes.count }
        return (result, captured)
    }

    /// Appends captured output, before the output of the current capture, because it is older.
    func write(_ captured: Captured) {
        let inner = segments
        if let ahead { segments = ahead }
        for segment in captured.segments {
            write(to: segment.stream) { $0.append(contentsOf: segment.bytes) }
        }
        guard ahead != nil else { return }
        ahead = segments
        segments = inner
    }

    /// Discards the pending output.
    func discard() {
        segments = []
        if ahead != nil { ahead = [] }
        waiting = 0
    }

    /// Writes all pending output.
    ///
    /// - Throws: `Failure` when standard output cannot be written. A closed pipe ends the process
    ///   by SIGPIPE instead.
    func flush() throws(Failure) {
        let all = (ahead ?? []) + segments
        discard()
        guard collected == nil else {
            collected?.append(contentsOf: all)
            return
        }
        for segment in all { try put(segment.bytes, to: segment.stream) }
    }

    private func put(_ bytes: [UInt8], to stream: Stream) throws(Failure) {
        let isWritten = Descriptor.write(bytes, to: stream.descriptor)
        if !isWritten, stream == .standard { throw Failure(number: errno) }
    }

    /// Writes the pending output, a few lines at a time. Once `isGivenUp` returns true, discards
    /// the rest.
    ///
    /// - Returns: false if a part was discarded.
    /// - Throws: `Failure` as `flush` does.
    func flush(isGivenUp: () -> Bool) throws(Failure) -> Bool {
        guard collected == nil else {
            try flush()
            return true
        }
        let all = (ahead ?? []) + segments
        discard()
        for segment in all {
            var rest = segment.bytes[...]
            while !rest.isEmpty {
                // A line has whole characters and escape sequences.
                let end = rest.dropFirst(Self.part).firstIndex(of: 0x0A) ?? rest.endIndex - 1
                try put(Array(rest[...end]), to: segment.stream)
                rest = rest[(end + 1)...]
                if !rest.isEmpty, isGivenUp() { return false }
            }
        }
        return true
    }

    /// The bytes that are written at once while the user can give up. What a change reports is
    /// rarely longer.
    private static let part = 8192
}

extension Output {
    /// Takes the pending output if all of it is for standard output.
    func takeStandardOnly() -> String? {
        guard segments.count == 1, segments[0].stream == .standard else { return nil }
        let text = String(decoding: segments[0].bytes, as: UTF8.self)
        discard()
        return text
    }

    /// Takes all pending output, of both streams in their order.
    func takeAll() -> [UInt8] {
        defer { discard() }
        return segments.flatMap(\.bytes)
    }

    /// Takes what was flushed, if the output is collected.
    func takeCollected() -> [Piece] {
        defer { if collected != nil { collected = [] } }
        return collected ?? []
    }

    /// Writes at once, before pending output: for progress bars, which are not collected.
    func writeNow(_ text: TerminalText, to stream: Stream) {
        guard collected == nil else { return }
        Descriptor.write(text.rendered, to: stream.descriptor)
    }
}
