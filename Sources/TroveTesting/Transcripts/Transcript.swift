import Glibc
import TroveCodecs
import TroveLoopback
import TroveSystem

/// A directory of golden transcripts: complete outputs that were reviewed.
///
/// With `TROVE_RECORD=1` in the environment, the files are written instead of compared, and the
/// difference is reviewed before it is committed.
package struct Transcript: Sendable {
    /// Whether files are compared or written.
    package enum Mode: Sendable {
        /// Compare the output with the file.
        case compare
        /// Write the output to the file.
        case record

        /// The mode that `TROVE_RECORD` selects.
        package static var fromEnvironment: Mode {
            ["", "0"].contains(SystemCall.getenv("TROVE_RECORD") ?? "") ? .compare : .record
        }
    }

    /// The absolute path of the directory.
    package let directory: String
    /// Whether files are compared or written.
    package let mode: Mode
    /// The replacements, applied in order before an output is compared or written.
    package var substitutions: [Substitution]

    /// Selects the directory by its absolute path.
    package init(
        directory: String, substitutions: [Substitution] = [], mode: Mode = .fromEnvironment
    ) {
        self.directory = directory
        self.substitutions = substitutions
        self.mode = mode
    }

    /// Compares an output with the file of a name, or writes it when recording.
    ///
    /// - Throws: `TranscriptMismatch` when they differ or the file is missing; `SystemCallError`
    ///   when the file cannot be written.
    package func check(
        _ output: String, against name: String, fileID: String = #fileID, line: Int = #line
    ) throws {
        let found = try substitutions.reduce(output) { try $1.apply(to: $0) }
        let path = "\(directory)/\(name)"
        switch mode {
        case .record:
            guard SystemCall.mkdir(directory, 0o755) == 0 || errno == EEXIST else {
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
            // Canonically equivalent texts are equal as strings, but not as output.
            guard let expected, expected.utf8.elementsEqual(found.utf8) else {
                throw TranscriptMismatch(
                    path: path, expected: expected, found: found, place: "\(fileID):\(line)")
            }
        }
    }
}

/// An output differs from its golden transcript.
package struct TranscriptMismatch: Error, CustomStringConvertible {
    /// The file with the expected output.
    package let path: String
    /// The content of the file; nil when it is missing.
    package let expected: String?
    /// The output after substitutions.
    package let found: String
    /// The line of the test, as `File.swift:12`.
    package let place: String

    /// The difference line by line, and how to accept the new output.
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
            \(Self.difference(expected: expected, found: found))
            """
    }
    private static func difference(expected: String, found: String) -> String {
        LineDifference(
            expected: lines(of: expected).map { LinePattern(literal: $0) }, found: lines(of: found)
        ).description(visible: Evidence.visible)
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" {
            lines.removeLast()
        } else {
            // The wording of diff(1).
            lines.append("\\ No newline at end of file")
        }
        return lines
    }
}
