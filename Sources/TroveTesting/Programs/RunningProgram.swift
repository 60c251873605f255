import Glibc
import TroveLoopback

/// A running program with pipes to its standard streams.
///
/// Nothing happens in the background: bytes move while a method waits, and output stays in the pipe
/// meanwhile. The program is killed when the value is deallocated.
package final class RunningProgram {
    /// One of a program's two outputs.
    package enum Stream: Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case errors
    }

    /// Standard output read so far.
    package private(set) var output: [UInt8] = []
    /// Standard error read so far.
    package private(set) var errors: [UInt8] = []

    private let launch: ProgramLaunch
    private let child: ChildProcess
    private let waiting: ProgramWait
    private let inputChannel: ByteChannel?
    private let outputChannel: ByteChannel
    private let errorChannel: ByteChannel?
    private let start = ContinuousClock.now
    /// How much of each stream `read(until:)` has returned.
    private var outputPosition = 0
    private var errorPosition = 0

    init(
        _ launch: ProgramLaunch, input: ProgramInput?, errors: ErrorRouting, timeLimit: Duration
    ) throws {
        self.launch = launch

        let standardInput: FileDescriptor
        switch input {
        case .empty:
            standardInput = try FileDescriptor.open("/dev/null", O_RDONLY)
            inputChannel = nil
        case .file(let path):
            standardInput = try FileDescriptor.open(path, O_RDONLY)
            inputChannel = nil
        case nil, .text, .bytes:
            let pipe = try FileDescriptor.pipe()
            standardInput = pipe.reading
            inputChannel = try ByteChannel(pipe.writing, reads: false)
        }
        let outputPipe = try FileDescriptor.pipe()
        outputChannel = try ByteChannel(outputPipe.reading, reads: true)
        var standardError = outputPipe.writing
        switch errors {
        case .separate:
            let pipe = try FileDescriptor.pipe()
            standardError = pipe.writing
            errorChannel = try ByteChannel(pipe.reading, reads: true)
        case .merged:
            errorChannel = nil
        case .file(let path):
            standardError = try FileDescriptor.appending(to: path)
            errorChannel = nil
        }
        child = try ChildProcess(
            launch,
            streams: .descriptors(
                input: standardInput, output: outputPipe.writing, errors: standardError))
        waiting = ProgramWait(
            child: child, channels: [inputChannel, outputChannel, errorChannel].compactMap { $0 },
            commandLine: launch.commandLine, timeLimit: timeLimit)

        switch input {
        case .text(let text): inputChannel?.enqueue(Array(text.utf8))
        case .bytes(let bytes): inputChannel?.enqueue(bytes)
        default: return
        }
        inputChannel?.closeWhenWritten()
    }

    /// The process identifier.
    package var processIdentifier: Int32 { child.identifier }

    /// Standard output so far, as text.
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard error so far, as text.
    package var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// Sends text to standard input: at once as far as the pipe has room, the rest during later
    /// waits.
    ///
    /// - Throws: `SystemCallError` when the pipe fails. A pipe that the program closed is not an
    ///   error.
    package func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Sends bytes to standard input: at once as far as the pipe has room, the rest during later
    /// waits.
    ///
    /// - Throws: `SystemCallError` when the pipe fails. A pipe that the program closed is not an
    ///   error.
    package func write(_ bytes: [UInt8]) throws {
        inputChannel?.enqueue(bytes)
        try inputChannel?.writeQueued()
    }

    /// Closes standard input after the last written byte.
    package func closeInput() {
        inputChannel?.closeWhenWritten()
    }

    /// Sends a signal to the program; does nothing when its end was noticed.
    package func send(_ signal: Signal) {
        child.send(signal)
    }

    /// Reads until a text appears, and returns the output since the last call, up to and including
    /// the text.
    ///
    /// - Throws: `WaitFailure` when the program ends first or after the time limit.
    @discardableResult
    package func read(
        until text: String, from stream: Stream = .output, timeLimit: Duration? = nil,
        fileID: String = #fileID, line: Int = #line
    ) throws -> String {
        let wanted = Array(text.utf8)
        let start = stream == .output ? outputPosition : errorPosition
        var searched = start
        let found = try waiting.wait(
            for: "\"\(Evidence.visible(text))\" on \(stream)", limit: timeLimit,
            place: "\(fileID):\(line)", read: readAvailable, evidence: evidence
        ) { () -> Int? in
            let bytes = stream == .output ? self.output : self.errors
            let match = bytes.position(of: wanted, from: searched)
            searched = max(start, bytes.count - wanted.count + 1)
            return match
        }
        let end = found + wanted.count
        let bytes = stream == .output ? output : errors
        switch stream {
        case .output: outputPosition = end
        case .errors: errorPosition = end
        }
        return String(decoding: bytes[start..<end], as: UTF8.self)
    }

    /// Closes the input and waits for the program's end.
    ///
    /// The run is over when the program has ended and its pipes are empty. What it left running in
    /// its process group is then killed, and its output is not read.
    ///
    /// - Throws: `WaitFailure` after the time limit, when the program is killed.
    @discardableResult
    package func waitForExit(
        timeLimit: Duration? = nil, fileID: String = #fileID, line: Int = #line
    ) throws -> ProgramRun {
        closeInput()
        let ending = try waiting.waitForEnd(
            limit: timeLimit, place: "\(fileID):\(line)", read: readAvailable, evidence: evidence)
        return ProgramRun(
            commandLine: launch.commandLine, output: output, errors: errors,
            status: ending.status, duration: start.duration(to: .now),
            peakMemory: ending.peakMemory)
    }

    /// Returns the program's peak memory so far, in bytes (`VmHWM`).
    ///
    /// - Throws: `SystemCallError` when the program has ended.
    package func peakMemory() throws -> Int {
        let status = String(
            decoding: try FileContents.read("/proc/\(child.identifier)/status"), as: UTF8.self)
        for line in status.split(separator: "\n") where line.hasPrefix("VmHWM:") {
            // The unit is always kB, see proc_pid_status(5).
            let number = line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) }
            if let number { return number * 1024 }
        }
        throw SystemCallError("VmHWM of process \(child.identifier)", code: ESRCH)
    }

    private func readAvailable() throws {
        try outputChannel.readAvailable { output += $0 }
        try errorChannel?.readAvailable { errors += $0 }
    }

    private func evidence() -> String {
        """
        \(Evidence.quoted(output, as: "standard output"))
        \(Evidence.quoted(errors, as: "standard error"))
        """
    }
}

extension [UInt8] {
    /// Returns the first position of a pattern at or after a position.
    fileprivate func position(of pattern: [UInt8], from start: Int) -> Int? {
        guard count - start >= pattern.count else { return nil }
        return (start...(count - pattern.count)).first { position in
            self[position..<(position + pattern.count)].elementsEqual(pattern)
        }
    }
}
