package import TroveTerminal

/// Why a demo cannot be played.
package enum DemoProblem {
    /// The name of a lesson, and similar names of lessons.
    case noSuchLesson(String, nearest: [String])
    /// The path of a lesson with a mistake, and the number of the line.
    case badLesson(String, line: Int)
    /// A recording without a lesson.
    case recordsNoLesson
    /// The recording cannot be written: its path, and the system's error number.
    case recordingFailed(String, errno: Int32)
    /// A demo was started at the prompt of another demo.
    case isInDemo
    /// The demo has failed, in words.
    case failed(TerminalText)
}
