import TroveTerminal

/// The page of `help` about lessons.
extension HelpText {
    /// The format of lessons and tutorials.
    static var lessons: TerminalText {
        let parts = [
            """
            A lesson is a script with directives, which are comments that begin with #!
            Everything else in it is a command or a comment.
            """,
            section("For demo and tutorial", of: directives),
            section("For the tutorial", of: tutorialDirectives),
            section("Conditions, after #! done", of: tutorialConditions),
            "A complete tutorial\n"
                + tutorialExample.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.isEmpty ? "" : "  " + $0 }.joined(separator: "\n"),
            """
            `tutorial --check FILE` tests it: no step may be done at the start, and the
            solution must do all of them in order. `tutorial FILE` starts it.
            `trove --demo-check FILE` tests a lesson for demo.
            """,
        ]
        return TerminalText(lines: parts.joined(separator: "\n\n"))
    }

    private typealias Entry = (name: String, meaning: String)

    private static let directives: [Entry] = [
        ("lesson TITLE", "the title, in the first line"),
        ("about TEXT", "one line for the list of lessons"),
        ("say TEXT", "narration; an ordinary comment is narration, too"),
        ("as DEVICE", "the next commands run on this device"),
        ("server ACTION", "start, stop or restart a real server on this machine"),
        ("catalogue start", "an imitation of the catalogue services"),
        ("net MODE", "the net command on this device"),
        ("file NAME", "copies a file from the folder of the lesson"),
        ("expect error CODE", "the next command fails with this error"),
        ("expect json VALUE", "the JSON of the next command contains this value"),
        ("expect output TEXT", "the next command prints this; … matches anything"),
        ("ask QUESTION | A | B ; N", "a question with its answers; N is the right one"),
        ("draw WHAT", "draws the outbox, the ladder or the conflict"),
        ("pause SECONDS", "waits, when a user watches"),
        ("wait sync", "waits until every device is in sync"),
    ]

    private static let tutorialDirectives: [Entry] = [
        ("tutorial TITLE", "the first line, in place of lesson"),
        ("goal TEXT", "what to reach; the commands above the first step prepare it"),
        ("step TEXT", "a step, worded as its result: a gem was added"),
        ("done CONDITION", "the step is done while all of these hold"),
        ("once", "the step stays done when all of these have held together"),
        ("hint TEXT", "what hint shows"),
        ("why TEXT", "what why shows; above the first step, for the whole lesson"),
        ("solution COMMAND", "a command of the solution that --check runs"),
        ("draw outbox", "shows the queue below the steps"),
    ]

    private static let tutorialConditions: [Entry] = [
        ("count KIND >= 2", "the number of items; +1: one more than before"),
        ("count KIND = 0 where F", "of the items that meet F, a filter as in list"),
        ("exists KIND where F", "at least one item meets F"),
        ("changed TITLE [FIELD]", "the item has another value than before"),
        ("shown [TITLE]", "a command showed the details of an item"),
        ("listed KIND [where F]", "a command listed exactly the items that meet F"),
        ("asked VERB|VERB", "the last command had one of these verbs"),
        ("queue, rejected, conflicts", "each with a number: queue >= 1"),
        ("undone, redone", "each with a number: undone >= 1"),
        ("snapshots, marks", "each with a number: marks >= 1"),
        ("online, offline", "whether the server can be reached"),
        ("file NAME", "the folder of the sandbox has the file"),
        ("step N", "an earlier step was done before"),
        ("not CONDITION", "the condition does not hold"),
        ("once CONDITION", "it holds, or has held after an earlier command"),
    ]

    private static func section(_ heading: String, of entries: [Entry]) -> String {
        let width = entries.map(\.name.count).max() ?? 0
        let rows = entries.map { entry in
            "  " + TextFitting.padded(entry.name, to: width) + "  " + entry.meaning
        }
        return ([heading] + rows).joined(separator: "\n")
    }

    /// The example in `help lessons`, which a test checks.
    package static let tutorialExample = """
        #! tutorial Two gems
        #! about add two gems, and take one back
        add gem Ruby color:red
        #! goal Add two gems, then take the last one back.
        #! step two gems were added
        #! done once count gem >= +2
        #! hint Type `add gem Opal`, and the same with another name.
        #! step one of them was taken back
        #! done undone >= 1
        #! done count gem = +1
        #! hint Type `undo`
        #! why Every change can be undone.
        #! solution add gem Opal
        #! solution add gem Topaz
        #! solution undo
        """
}
