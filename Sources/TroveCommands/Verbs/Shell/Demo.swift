import TroveLanguage

/// Plays a lesson, or lists the lessons.
struct Demo: ShellCommand {
    var request = DemoRequest()

    static let name = "demo"
    static let effect = Effect.independent
    static let syntax = Syntax<Demo>(
        .shell, "play a lesson, or list the lessons",
        details: """
            A demo types the commands of a lesson in a library of its own, so yours is not \
            changed. A lesson of your own is named by its file. Space finishes a step and goes \
            to the next; b goes back; + and - change the speed; p pauses; Esc lets you type on the \
            current device, and `demo` continues from there; q and Ctrl-C leave. In a script it \
            prints the lesson and its output. record: writes a recording for asciinema \
            (https://asciinema.org) without waiting; the shell command is \
            `trove demo NAME --record FILE`.
            """,
        arguments: [
            .optionalText("NAME|FILE", \.request.lesson, [.demo]),
            .named("record", "FILE", \.request.recording, .file),
        ],
        examples: [
            .init("demo nothing", "error: there is no lesson called \"nothing\""),
            .init("demo record:lesson.cast", "error: record: needs the name of a lesson"),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        if request.lesson == nil, let recording = request.recording {
            throw CommandFailure(.demo(.recordsNoLesson), at: recording.span)
        }
        // The demo may take a long time, and other shells must not wait for the lock.
        try context.commit()
        return .demo(request)
    }
}
