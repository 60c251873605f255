/// What a program did, from its start to its end.
package struct ProgramRun: Sendable, CustomStringConvertible {
    /// The command, quoted as for a shell.
    package let commandLine: String
    /// Everything on standard output, and on standard error too when they were merged.
    package let output: [UInt8]
    /// Everything on standard error, unless it was merged or went to a file.
    package let errors: [UInt8]
    /// How it ended.
    package let status: ExitStatus
    /// From the start until the end was noticed.
    package let duration: Duration
    /// An upper bound of the most memory that the program had in use, in bytes.
    ///
    /// Linux carries the peak of the starting process over `exec`, so a program smaller than the
    /// process that runs the tests shows that one's peak. `RunningProgram.peakMemory()` is exact.
    package let peakMemory: Int

    /// Standard output as text; what is not UTF-8 becomes U+FFFD.
    package var text: String { String(decoding: output, as: UTF8.self) }

    /// Standard error as text; what is not UTF-8 becomes U+FFFD.
    package var errorText: String { String(decoding: errors, as: UTF8.self) }

    /// The lines of standard output, without their ends.
    package var lines: [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    /// The run itself, when it ended as it should.
    ///
    /// - Throws: `UnexpectedStatus`, with all the output, when it did not.
    @discardableResult
    package func requiring(
        _ expected: ExitStatus = .success, fileID: String = #fileID, line: Int = #line
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

/// A program ended in another way than it should have.
package struct UnexpectedStatus: Error, CustomStringConvertible {
    /// How it should have ended.
    package let expected: ExitStatus
    /// What it did instead.
    package let run: ProgramRun
    /// The line of the test, as `File.swift:12`.
    package let place: String

    /// Everything at once, for a test's log.
    package var description: String {
        "\(place): expected \(expected), not \(run.status)\n\(run)"
    }
}
