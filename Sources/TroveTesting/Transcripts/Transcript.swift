import Glibc

/// A directory of golden transcripts: whole outputs that a person has read and found right.
///
/// With `TROVE_RECORD=1` in the environment the files are written anew instead of compared; what
/// changed is then read as a difference before it is committed.
package struct Transcript: Sendable {
    /// Whether files are compared or written.
    package enum Mode: Sendable {
        /// The output has to be what the file holds.
        case compare
        /// The file is written to hold the output.
        case record

        /// What `TROVE_RECORD` asks for.
        package static var fromEnvironment: Mode {
            // The value is copied at once; nothing changes the environment while tests run.
            guard let value = unsafe getenv("TROVE_RECORD") else { return .compare }
            return unsafe ["", "0"].contains(String(cString: value)) ? .compare : .record
        }
    }

    /// The absolute path of the directory.
    package let directory: String
    /// Whether files are compared or written.
    package let mode: Mode
    /// What is replaced before an output is compared or written, in this order.
    package var substitutions: [Substitution]

    /// Names the directory, by an absolute path or by one from the directory of the test's source.
    package init(
        directory: String = "Golden", substitutions: [Substitution] = [],
        mode: Mode = .fromEnvironment, filePath: String = #filePath
    ) {
        if directory.hasPrefix("/") {
            self.directory = directory
        } else {
            let end = filePath.lastIndex(of: "/") ?? filePath.startIndex
            self.directory = "\(filePath[..<end])/\(directory)"
        }
        self.substitutions = substitutions
        self.mode = mode
    }

    /// Compares an output with the file of that name, or writes it when recording.
    ///
    /// - Throws: `TranscriptMismatch` when they differ or there is no file; `SystemCallError` when
    ///   the file cannot be written.
    package func check(
        _ output: String, against name: String, fileID: String = #fileID, line: Int = #line
    ) throws {
        let found = try substitutions.reduce(output) { try $1.apply(to: $0) }
        let path = "\(directory)/\(name)"
        switch mode {
        case .record:
            // The path lives until the call returns.
            guard unsafe mkdir(directory, 0o755) == 0 || errno == EEXIST else {
                throw SystemCallError("mkdir \(directory)")
            }
            try FileContents.write(Array(found.utf8), to: path)
        case .compare:
            let expected: String?
            do {
                expected = String(decoding: try FileContents.read(path), as: UTF8.self)
            } catch let error as SystemCallError where error.code == ENOENT {
                expected = nil
            }
            // Texts that are canonically equivalent are equal as strings, but not as output.
            guard let expected, expected.utf8.elementsEqual(found.utf8) else {
                throw TranscriptMismatch(
                    path: path, expected: expected, found: found, place: "\(fileID):\(line)")
            }
        }
    }
}

/// An output is not what its golden transcript holds.
package struct TranscriptMismatch: Error, CustomStringConvertible {
    /// The file with what was expected.
    package let path: String
    /// What the file holds, or `nil` when there is none.
    package let expected: String?
    /// The output, with its substitutions made.
    package let found: String
    /// The line of the test, as `File.swift:12`.
    package let place: String

    /// The difference line by line, and what to do when the new output is right.
    package var description: String {
        guard let expected else {
            return """
                \(place): there is no transcript \(path); run again with TROVE_RECORD=1 to write \
                this one:
                \(Evidence.visible(found))
                """
        }
        return """
            \(place): the output differs from \(path) (- expected, + found); if it is right, run \
            again with TROVE_RECORD=1
            \(LineDifference.describe(expected: expected, found: found))
            """
    }
}
