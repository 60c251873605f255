import TroveTesting

/// The program with a short lesson of its own, on two devices.
enum DemoLesson {
    static let text = """
        #! lesson Two devices
        #! about for tests of demos
        # The laptop adds a book.
        add book Dune
        # ---- A second device ----
        # The phone has nothing.
        #! as phone
        count
        #! ask Where is the book? | on the laptop | on the phone ; 1
        # The book moves on.
        #! as laptop
        #! expect error no-such-item
        show nothing
        advance dune
        # The end.
        echo 三体 is done
        """

    /// Creates the program with the lesson `two` in its folder of lessons.
    static func program(_ environment: [String: String] = [:]) throws -> Trove {
        var trove = try Trove(environment: environment)
        trove.environment["TROVE_LESSONS"] = try trove.scratch.makeDirectory("lessons")
        trove.environment["TROVE_SERVER_PROGRAM"] = try BuiltProgram.path(of: "trove-server")
        try trove.scratch.write(text, to: "lessons/two.trove")
        return trove
    }
}

extension TerminalSession {
    /// Starts the demo of the lesson and stops the clock, so that only keys move it.
    func startDemo(fileID: String = #fileID, line: Int = #line) throws {
        try type("demo two\r")
        try waitUntil(shows: "step 1/4", fileID: fileID, line: line)
        try type("p")
        try waitUntil(shows: "p play", fileID: fileID, line: line)
    }

    /// Waits for the prompt of a device whose demo the user has taken over.
    func waitForDevice(_ name: String, fileID: String = #fileID, line: Int = #line) throws {
        try waitUntil("the prompt of \(name)", fileID: fileID, line: line) {
            $0.textBeforeCursor.hasPrefix(name) && $0.textBeforeCursor.hasSuffix("> ")
        }
    }

    /// Finishes the current step and goes on to another one.
    func goOn(to step: Int, fileID: String = #fileID, line: Int = #line) throws {
        try type("  ")
        try waitUntil(shows: "step \(step)/4", fileID: fileID, line: line)
    }
}
