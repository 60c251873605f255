import TroveLanguage
import TroveLessons
import TroveTerminal

/// The texts of demos.
enum DemoText {
    /// What the keys do while a lesson plays, or while it waits for Space.
    static func keys(
        _ halt: DemoPlayer.Halt?, isHeld: Bool, speed: Double, canTakeOver: Bool
    ) -> TerminalText {
        // A narrow terminal cuts the last ones.
        var next: TerminalText = "Space next"
        var pace: TerminalText = "+ − speed"
        switch halt {
        case .withinStep: next = "▸ Space continue"
        case .afterStep: next = "▸ Space next step"
        case nil: break
        }
        if speed != 1 { pace += speed < 1 ? " 1/\(Int(1 / speed))" : " \(Int(speed))×" }
        let parts =
            [next, "q quit"] + (canTakeOver ? ["Esc take over"] : [])
            + [isHeld ? "p play" : "p pause", "b back", pace]
        return parts.joined(separator: " · ")
    }

    static func questionKeys(answers: Int) -> TerminalText {
        "1–\(answers) answer · q quit · Esc take over · b back"
    }

    /// What the keys do after the last step.
    static let endKeys: TerminalText = "End of the demo · Space leave · Esc take over · b back"

    /// The remark about the server.
    static func server(_ action: LessonStep.ServerAction) -> TerminalText {
        switch action {
        case .start: "the server starts"
        case .stop: "the server stops"
        case .restart: "the server restarts"
        }
    }

    /// The remark about the stand-in for the catalogue services.
    static let catalogue: TerminalText = "the catalogue service starts"

    /// The remark after `wait sync`.
    static let synced: TerminalText = "everything is synced"

    /// The heading of the prompt of a user who takes over.
    static func takeOver(device: String, step: Int, of steps: Int) -> TerminalText {
        "The demo waits at step \(step) of \(steps). You are on \(device).\n"
            + "Try any command. `demo` continues from that step, without your changes;"
            + " `quit` ends the demo."
    }

    /// The message when no lessons are installed.
    static let noLessons: TerminalText =
        "No lessons found. Set TROVE_LESSONS to the folder that has them."

    /// The warning about a lesson that cannot be played.
    static func unreadable(_ path: String) -> TerminalText {
        "\(path) has a mistake: `trove --demo-check \(Quoting.argument(path))` shows it"
    }

    static func recorded(_ path: String) -> TerminalText { "Recorded \(path)" }
}
