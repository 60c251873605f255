import TroveCodecs
import TroveCommands
import TroveSystem
import TroveTerminal

extension ErrorReport {
    /// Words why a stage cannot be set up.
    init(_ failure: StageFailure) {
        switch failure {
        case .folder(let path, let number):
            self.init("\(path) cannot be used: \(SystemCall.strerror(number))")
        case .notCopied(let path):
            self.init("\(path) cannot be copied", "check the free space of the disk")
        case .library(let error): self.init(error)
        case .programMissing(let name):
            self.init(
                "\(name) was not found",
                name == "trove-server"
                    ? "install it beside trove, or set TROVE_SERVER_PROGRAM"
                    : "install it beside trove, or set TROVE_CATALOGUE_PROGRAM")
        case .programFailed(let name, let log):
            self.init("\(name) did not start", log.isEmpty ? nil : "\(log)")
        case .fileMissing(let path):
            self.init("\(path): no such file", "put it beside the lesson")
        }
    }

    /// Words an expectation of a lesson that did not hold.
    init(_ miss: LessonMiss) {
        switch miss {
        case .failed(let report):
            self.init(
                "the command failed: \(report.text)",
                report.code.map { "expected? write `#! expect error \($0)` above it" },
                at: report.span)
        case .succeeded(let expected):
            self.init("the command succeeded; the error \(expected) was expected")
        case .otherError(let report, let expected):
            self.init(
                "the error is \(report.code?.text ?? "other"); \(expected) was expected",
                "\(report.text)", at: report.span)
        case .otherJSON(let expected, let given):
            let text = given.map(\.written).joined(separator: " ")
            self.init(
                "the JSON does not contain \(expected.written)",
                given.isEmpty ? "the command has no JSON" : "it is \(text.shortened)")
        case .otherOutput(let expected, let text):
            self.init(
                "the output does not contain \"\(expected)\"",
                text.isEmpty ? "the command printed nothing" : "it is: \(text.shortened)")
        case .notSynced:
            self.init(
                "syncing was not complete in time", "the server must be running, and the network on"
            )
        }
    }
}

extension String {
    /// The text in one line, cut to a length that suits an error.
    fileprivate var shortened: String {
        let line = split { $0.isWhitespace }.joined(separator: " ")
        return line.count <= 400 ? line : line.prefix(400) + "…"
    }
}
