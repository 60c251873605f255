import TroveCodecs
import TroveCommands
import TroveLessons

/// What happened in one step of a lesson.
struct LessonHappening {
    let step: LessonStep
    /// The device that was current after the step.
    let device: String
    /// What the command printed, on both streams in their order.
    var output: [Output.Piece] = []
    /// The errors that the command reported, in their order.
    var errors: [ErrorReport] = []
    /// The replies of the command, or of the commands of the script that it ran.
    var replies: [Reply] = []
    /// The command's JSON documents.
    var json: [JSON] = []
    /// The expectations that did not hold.
    var misses: [LessonMiss] = []
    var isQuit = false

    /// The output of both streams as text.
    var text: String { String(decoding: output.flatMap(\.bytes), as: UTF8.self) }
}

/// An expectation that did not hold, or a command that failed without one.
enum LessonMiss {
    /// The command failed with this error, which was not expected.
    case failed(ErrorReport)
    /// The command succeeded, and an error of this code was expected.
    case succeeded(expected: String)
    /// The command failed with another error than the expected one.
    case otherError(ErrorReport, expected: String)
    /// No JSON of the command contains the value: the value, and the command's JSON.
    case otherJSON(JSON, [JSON])
    /// The output does not contain the text: the text, and the output.
    case otherOutput(String, String)
    /// `wait sync` was not complete in time.
    case notSynced
}
