import TroveCommands
import TroveLessons
import TroveTerminal

/// Plays a lesson at human speed: it types the commands, runs them on a stage, and waits for the
/// reader.
///
/// It runs on the main thread. Time passes only in `DemoView.wait`.
final class DemoPlayer {
    /// Why the steps are not played in order.
    enum Interruption: Error {
        case back, quit
        /// Ctrl-C.
        case interrupted
        case terminated(signal: Int32)
        case failed(StageFailure)
    }

    /// How the prompt of a user who took over ended.
    enum Return {
        case goOn, quit
        case terminated(signal: Int32)
    }

    let lesson: Lesson
    let view: any DemoView
    let run: LessonRun
    let steps: [DemoBeat]
    /// Opens a prompt on a device; nil if there is no terminal.
    let takeOver: ((StageDevice, TerminalText) -> Return)?
    var scene: DemoScene
    var pace = DemoPace()
    /// Whether the demo waits for Space after each step.
    var isHeld = false
    /// Whether the rest of the step appears without waiting.
    var isHurried = false
    /// What was drawn last of each device's outbox.
    var drawnOutboxes: [String: TerminalText] = [:]
    private var moments: [Int: Moment] = [:]

    /// The state at the start of a step.
    private struct Moment {
        let snapshot: StageSnapshot
        let scene: DemoScene
        let device: String
        let drawnOutboxes: [String: TerminalText]
    }

    /// Prepares a lesson.
    init(
        _ lesson: Lesson, on stage: Stage, _ view: any DemoView,
        takeOver: ((StageDevice, TerminalText) -> Return)?
    ) {
        self.lesson = lesson
        self.view = view
        self.takeOver = takeOver
        run = LessonRun(lesson, on: stage)
        run.namesPlaces = false
        steps = DemoBeat.all(of: lesson)
        scene = DemoScene(
            title: TerminalText(lesson.title),
            shortTitle: TerminalText(String(lesson.title.prefix { $0 != ":" })))
        scene.steps = steps.count
    }

    /// Plays all steps.
    ///
    /// - Throws: `Interruption`, never `back`.
    func play() throws(Interruption) {
        scene.keys = keys
        view.tell(.keys(keys))
        addPane(run.device)
        var index = 0
        while true {
            do throws(Interruption) {
                if index < steps.count {
                    try play(index)
                } else {
                    return try finish()
                }
                index += 1
            } catch {
                guard case .back = error else { throw error }
                index = max(0, min(index, steps.count) - 1)
                try goBack(to: index)
            }
        }
    }

    // MARK: Steps

    private func play(_ index: Int) throws(Interruption) {
        let step = steps[index]
        scene.step = index + 1
        if let heading = step.heading { scene.heading = TerminalText(heading) }
        scene.narration = step.narration.map { TerminalText(lines: $0) }
        scene.drawing = []
        scene.question = nil
        isHurried = false
        if let heading = step.heading { view.tell(.heading(TerminalText(heading))) }
        view.tell(.step(index + 1, of: steps.count, scene.narration))
        // The first step appears before the stage is set up.
        view.show(scene)
        if view.hasKeys { try remember(index) }
        if index == 0 { prepareServer() }
        try pause(scene.narration.reduce(0) { $0 + pace.reading($1) })
        for place in step.places { try perform(lesson.steps[place]) }
        if index < steps.count - 1 { try pauseAtEnd(pace.step) }
    }

    /// Starts the server in the background, before the lesson needs it.
    private func prepareServer() {
        let needsServer = lesson.steps.contains { $0.content == .server(.start) }
        if needsServer { try? run.stage.beginServer() }
    }

    /// Waits at the end of the lesson until the user leaves.
    private func finish() throws(Interruption) {
        guard view.hasKeys else { return }
        scene.keys = DemoText.endKeys
        view.tell(.keys(scene.keys))
        view.show(scene)
        defer { scene.keys = keys }
        try waitForNext()
    }

    // MARK: Back

    private func remember(_ index: Int) throws(Interruption) {
        do throws(StageFailure) {
            moments[index] = Moment(
                snapshot: try run.stage.snapshot(), scene: scene, device: run.device,
                drawnOutboxes: drawnOutboxes)
        } catch {
            throw .failed(error)
        }
    }

    private func goBack(to index: Int) throws(Interruption) {
        guard let moment = moments[index] else { return }
        do throws(StageFailure) {
            try run.stage.restore(moment.snapshot)
        } catch {
            throw .failed(error)
        }
        run.goBack(to: steps[index].places.lowerBound, on: moment.device)
        scene = moment.scene
        scene.keys = keys
        drawnOutboxes = moment.drawnOutboxes
    }
}
