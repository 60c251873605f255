/// Why a demo cannot be played.
package enum DemoProblem {
    /// The name of a lesson, and similar names of lessons.
    case noSuchLesson(String, nearest: [String])
    /// A recording without a lesson.
    case recordsNoLesson
    /// The recording cannot be written: its path, and the system's error number.
    case recordingFailed(String, errno: Int32)
    /// A recording would replace a file that is not one.
    case isNoRecording(String)
    /// A demo was started at the prompt of another demo.
    case isInDemo
}

extension DemoProblem {
    var code: ErrorCode {
        switch self {
        case .noSuchLesson: "no-such-lesson"
        case .recordsNoLesson: "records-no-lesson"
        case .recordingFailed: "recording-failed"
        case .isNoRecording: "no-recording"
        case .isInDemo: "in-demo"
        }
    }
}
