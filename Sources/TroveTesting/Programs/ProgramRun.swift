/// A completed run of a program.
package struct ProgramRun: Sendable, CustomStringConvertible {
    /// The command, quoted as for a shell.
    package let commandLine: String
    /// Standard output, and standard error too if merged.
    package let output: [UInt8]
    /// Standard error, unless merged or sent to a file.
    package let errors: [UInt8]
    /// How the program ended.
    package let status: TerminationStatus
    /// The time from the start until the end was noticed.
    package let duration: Duration
    /// An upper bound of the program's peak memory, in bytes.
    ///
    /// Linux carries the peak of the starting process over `exec`, so a program smaller than the
    /// test process shows the latter's. `RunningProgram.peakMemory()` is exact.
    package let peakMemory: Int

    /// Standard output as text; invalid UTF-8 becomes U+FFFD.
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard error as text; invalid UTF-8 becomes U+FFFD.
    package var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// The lines of standard output, without line ends.
    package var lines: [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// Returns the run if it ended as expected.
    ///
    /// - Throws: `UnexpectedStatus`, with all output, if it did not.
    @discardableResult
    package func requiring(
        _ expected: TerminationStatus = .success, fileID: String = #fileID, line: Int = #line
    ) throws -> ProgramRun {
        guard status == expected else {
            throw UnexpectedStatus(expected: expected, run: self, place: "\(fileID):\(line)")
        }
        return self
    }

    /// The command, its status and its output, for a test's log.
    package var description: String {
        """
        program: \(commandLine)
        \(status) after \(duration)
        \(Evidence.quoted(output, as: "standard output"))
        \(Evidence.quoted(errors, as: "standard error"))
        """
    }
}

/// A program ended with a status other than expected.
package struct UnexpectedStatus: Error, CustomStringConvertible {
    /// The expected status.
    package let expected: TerminationStatus
    /// The actual run.
    package let run: ProgramRun
    /// The line of the test, as `File.swift:12`.
    package let place: String

    /// All of it, for a test's log.
    package var description: String {
        "\(place): expected \(expected), not \(run.status)\n\(run)"
    }
}
