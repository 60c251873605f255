import TroveSystem
import TroveTerminal

extension ErrorReport {
    /// Words why a demo cannot be played.
    static func message(for problem: DemoProblem) -> (TerminalText, TerminalText?) {
        switch problem {
        case .noSuchLesson(let name, let nearest):
            return (
                "there is no lesson called \"\(name.prefix(60))\"",
                Phrase.didYouMean(nearest) ?? "`demo` lists the lessons"
            )
        case .recordsNoLesson:
            return ("record: needs the name of a lesson", "`demo` lists the lessons")
        case .recordingFailed(let path, let number):
            return ("cannot write \(path): \(SystemCall.strerror(number))", nil)
        case .isNoRecording(let path):
            return ("\(path) exists, and is not a recording", "choose another name")
        case .isInDemo: return ("a demo is already running", "`demo` continues it; `quit` ends it")
        }
    }
}
