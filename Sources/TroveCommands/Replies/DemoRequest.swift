package import TroveLanguage

/// What `demo` is asked to do.
package struct DemoRequest: Sendable, Equatable {
    /// The name of the lesson; nil lists the lessons, or continues a demo.
    package var lesson: Spanned<String>?
    /// The path of the recording to write; nil plays the lesson.
    package var recording: Spanned<String>?

    /// Asks for a lesson.
    package init(_ lesson: Spanned<String>? = nil, recording: Spanned<String>? = nil) {
        self.lesson = lesson
        self.recording = recording
    }
}
