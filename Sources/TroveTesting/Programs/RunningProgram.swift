import Glibc

/// A program that runs, with pipes to its standard streams.
///
/// Nothing here happens in the background: bytes move while a method waits, and what the program
/// writes meanwhile stays in the pipe. The program is killed when the value goes.
package final class RunningProgram {
    /// One of a program's two outputs.
    package enum Stream: Sendable {
        /// Standard output.
        case output
        /// Standard error.
        case errors
    }

    /// Everything that was read from standard output so far.
    package private(set) var output: [UInt8] = []
    /// Everything that was read from standard error so far.
    package private(set) var errors: [UInt8] = []

    private let launch: ProgramLaunch
    private let child: ChildProcess
    private let waiting: ProgramWait
    private let inputChannel: ByteChannel?
    private let outputChannel: ByteChannel
    private let errorChannel: ByteChannel?
    private let start = ContinuousClock.now
    /// How much of each stream `read(until:)` has returned already.
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

    /// The process's identifier.
    package var processIdentifier: Int32 { child.identifier }

    /// Standard output so far, as text.
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard error so far, as text.
    package var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// Sends text to the standard input, at once as far as the pipe has room, else while waiting.
    ///
    /// - Throws: `SystemCallError` when the pipe is out of order; that the program closed it is no
    ///   error.
    package func write(_ text: String) throws {
        try write(Array(text.utf8))
    }

    /// Sends bytes to the standard input, at once as far as the pipe has room, else while waiting.
    ///
    /// - Throws: `SystemCallError` when the pipe is out of order; that the program closed it is no
    ///   error.
    package func write(_ bytes: [UInt8]) throws {
        inputChannel?.enqueue(bytes)
        try inputChannel?.writeQueued()
    }

    /// Ends the standard input, after the last byte that was written to it.
    package func closeInput() {
        inputChannel?.closeWhenWritten()
    }

    /// Sends a signal to the program; does nothing when its end has been noticed.
    package func send(_ signal: Signal) {
        child.send(signal)
    }

    /// Reads until a text appears, and returns what came since the last such reading, up to and
    /// with that text.
    ///
    /// - Throws: `WaitFailure` when the program ends first or the time limit passes.
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

    /// Waits for the program's end, having closed its input.
    ///
    /// The run is over when the program has ended and its pipes are empty; what the program left
    /// running in its process group is killed then, and not read any further.
    ///
    /// - Throws: `WaitFailure` when the time limit passes; the program is killed then.
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

    /// The most memory that the program has had in use so far, in bytes (`VmHWM`).
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
    /// Where a pattern first begins at or after a position.
    fileprivate func position(of pattern: [UInt8], from start: Int) -> Int? {
        guard count - start >= pattern.count else { return nil }
        return (start...(count - pattern.count)).first { position in
            self[position..<(position + pattern.count)].elementsEqual(pattern)
        }
    }
}
