/// The file operations of a program, recorded by `strace`: every write with its bytes, and every
/// call that makes data durable, in order.
///
/// A line of the log is `PID call(arguments) = result`, with all text in hexadecimal and the path
/// after each descriptor. A call interrupted by another thread takes two lines. It counts where it
/// ended, except output, which counts where it began.
package enum DiskRecording {
    /// Returns the arguments of `strace` before the program's path.
    package static func arguments(log: String) -> [String] {
        let calls = [
            "openat", "write", "pwrite64", "ftruncate", "fsync", "fdatasync", "rename", "unlink",
            "mkdir", "writev", "sendto", "sendmsg", "lseek",
        ]
        return [
            "-f", "-qq", "-y", "-xx", "-s", "16777216", "--seccomp-bpf", "-e",
            "trace=\(calls.joined(separator: ","))", "-o", log,
        ]
    }

    /// A line of the log that cannot be parsed.
    package struct BadLine: Error, CustomStringConvertible {
        /// The line, quoted.
        package let description: String
    }

    /// Parses a log.
    ///
    /// - Parameters:
    ///   - log: The output of `strace`.
    ///   - folder: The folder to consider, without links in its path.
    /// - Returns: The disk events, in order.
    /// - Throws: `BadLine`.
    package static func events(in log: [UInt8], below folder: String) throws(BadLine) -> [DiskEvent]
    {
        var reader = Reader(folder: folder + "/")
        var start = 0
        while start < log.count {
            let end = log[start...].firstIndex(of: UInt8(ascii: "\n")) ?? log.count
            try reader.read(log[start..<end])
            start = end + 1
        }
        return reader.events
    }

    private struct Reader {
        let folder: String
        var events: [DiskEvent] = []
        /// The first halves of unfinished calls, by thread.
        private var begun: [String: [UInt8]] = [:]
        /// The file position of the next sequential write, by descriptor.
        private var positions: [Int: Int] = [:]

        init(folder: String) {
            self.folder = folder
        }

        mutating func read(_ line: ArraySlice<UInt8>) throws(BadLine) {
            let words = line.split(separator: 0x20, maxSplits: 1)
            guard words.count == 2 else { return }
            let thread = String(decoding: words[0], as: UTF8.self)
            let rest = words[1].drop { $0 == 0x20 }
            let unfinished = Array("<unfinished ...>".utf8)
            if rest.starts(with: "<... ".utf8) {
                guard let beginning = begun.removeValue(forKey: thread),
                    let mark = rest.firstIndex(of: UInt8(ascii: ">"))
                else { throw Self.bad(line) }
                try take(Call(beginning[...], rest[(mark + 1)...]), hasEnded: true, wasSplit: true)
            } else if rest.suffix(unfinished.count).elementsEqual(unfinished) {
                let beginning = Array(rest.dropLast(unfinished.count))
                begun[thread] = beginning
                try take(Call(beginning[...], []), hasEnded: false, wasSplit: true)
            } else {
                // A signal, or the end of a thread.
                guard rest.first.map({ $0 != 0x2D && $0 != 0x2B }) ?? false else { return }
                try take(Call(rest, []), hasEnded: true, wasSplit: false)
            }
        }

        private static func bad(_ line: ArraySlice<UInt8>) -> BadLine {
            BadLine(
                description: "strace said: \(String(decoding: line.prefix(300), as: UTF8.self))")
        }

        private mutating func take(
            _ call: Call?, hasEnded: Bool, wasSplit: Bool
        ) throws(BadLine) {
            guard let call else { return }
            let isOutput = call.isOutput
            if isOutput, hasEnded != wasSplit { events.append(.say(call.texts.flatMap(\.self))) }
            guard hasEnded, !isOutput, let result = call.result, result >= 0 else { return }
            switch call.name {
            case "openat":
                positions[result] = 0
                guard let path = call.resultPath, isInside(path), !call.hasFlag("O_DIRECTORY")
                else { return }
                if call.hasFlag("O_CREAT") || call.hasFlag("O_TRUNC") {
                    events.append(.open(path, truncates: call.hasFlag("O_TRUNC")))
                }
            case "lseek": positions[call.descriptor] = result
            case "pwrite64":
                guard let path = call.path, isInside(path) else { return }
                guard let bytes = call.texts.first, let offset = call.lastNumber else {
                    throw BadLine(description: "a pwrite64 of \(path)")
                }
                events.append(.write(path, offset: offset, bytes: Array(bytes.prefix(result))))
            case "write":
                guard let path = call.path, isInside(path) else { return }
                guard let bytes = call.texts.first else {
                    throw BadLine(description: "a write of \(path)")
                }
                let offset = positions[call.descriptor, default: 0]
                positions[call.descriptor] = offset + result
                events.append(.write(path, offset: offset, bytes: Array(bytes.prefix(result))))
            case "ftruncate":
                guard let path = call.path, isInside(path), let size = call.lastNumber else {
                    return
                }
                events.append(.resize(path, size))
            case "fsync", "fdatasync":
                guard let path = call.path, isInside(path + "/") else { return }
                events.append(.sync(path))
            case "rename":
                guard call.texts.count == 2 else { throw BadLine(description: "a rename") }
                let paths = call.texts.map { String(decoding: $0, as: UTF8.self) }
                if isInside(paths[1]) { events.append(.rename(paths[0], to: paths[1])) }
            case "unlink", "mkdir":
                guard let text = call.texts.first else {
                    throw BadLine(description: "a \(call.name)")
                }
                let path = String(decoding: text, as: UTF8.self)
                guard isInside(path) else { return }
                let plain = path.last == "/" ? String(path.dropLast()) : path
                events.append(call.name == "mkdir" ? .makeFolder(plain) : .remove(plain))
            case "writev":
                if let path = call.path, isInside(path) {
                    throw BadLine(description: "a writev of \(path), which is not expected")
                }
            default: return
            }
        }

        private func isInside(_ path: String) -> Bool { path.hasPrefix(folder) }
    }

    /// A system call in the log.
    private struct Call {
        let name: String
        /// The quoted strings.
        private(set) var texts: [[UInt8]] = []
        /// The paths after descriptors.
        private var paths: [String] = []
        /// The text outside of quotes and angle brackets.
        private var plain: [UInt8] = []

        init?(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) {
            guard let parenthesis = first.firstIndex(of: UInt8(ascii: "(")) else { return nil }
            name = String(decoding: first[..<parenthesis], as: UTF8.self)
            for part in [first[(parenthesis + 1)...], second] {
                var rest = part
                while let mark = rest.firstIndex(where: { $0 == 0x22 || $0 == 0x3C }) {
                    plain += rest[..<mark]
                    let isText = rest[mark] == 0x22
                    let end =
                        rest[(mark + 1)...].firstIndex(of: isText ? 0x22 : 0x3E) ?? rest.endIndex
                    let bytes = Self.decoded(rest[(mark + 1)..<end])
                    if isText {
                        texts.append(bytes)
                    } else {
                        paths.append(String(decoding: bytes, as: UTF8.self))
                        // For a removed file, `strace` appends a note to the path.
                        plain.append(0x20)
                    }
                    rest = rest[min(end + 1, rest.endIndex)...]
                }
                plain += rest
            }
        }

        /// Decodes `\x41\x42` as `AB`.
        private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
            guard text.first == UInt8(ascii: "\\") else { return Array(text) }
            var bytes: [UInt8] = []
            bytes.reserveCapacity(text.count / 4)
            var index = text.startIndex + 2
            while index + 1 < text.endIndex {
                bytes.append(digit(text[index]) << 4 | digit(text[index + 1]))
                index += 4
            }
            return bytes
        }

        private static func digit(_ letter: UInt8) -> UInt8 {
            letter < 0x3A ? letter &- 0x30 : letter &- 0x57
        }

        private var words: [Substring] {
            String(decoding: plain, as: UTF8.self).split {
                !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "-")
            }
        }

        var descriptor: Int { words.first.flatMap { Int($0) } ?? -1 }
        var path: String? { paths.first }
        var resultPath: String? { paths.last }
        func hasFlag(_ flag: String) -> Bool { words.contains { $0 == flag } }

        /// The call's result; nil if it has not finished.
        var result: Int? {
            String(decoding: plain, as: UTF8.self).split(separator: "=").last
                .flatMap { $0.split(separator: " ").first }.flatMap { Int($0) }
        }

        /// The last number among the arguments.
        var lastNumber: Int? {
            String(decoding: plain, as: UTF8.self).split(separator: ")").first
                .flatMap { $0.split { $0 == "," || $0 == " " }.last }.flatMap { Int($0) }
        }

        /// Whether the call produces output for others.
        var isOutput: Bool {
            switch name {
            case "sendto", "sendmsg": true
            case "write", "writev": descriptor == 1 || path?.hasPrefix("socket:") ?? false
            default: false
            }
        }
    }
}
