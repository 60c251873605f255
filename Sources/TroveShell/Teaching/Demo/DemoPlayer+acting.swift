import TroveCommands
import TroveLessons
import TroveModel
import TroveTerminal

/// The actions of a step.
extension DemoPlayer {
    func perform(_ step: LessonStep) throws(Interruption) {
        switch step.content {
        case .command(let source, _): try type(source)
        case .net(let mode): try type("net " + mode)
        case .device(let name): select(name)
        default: break
        }
        let happening = try happening()
        switch step.content {
        case .command, .net: try show(happening)
        case .server(let action): try remark(DemoText.server(action))
        case .startCatalogue: try remark(DemoText.catalogue)
        case .waitSync: try remark(DemoText.synced)
        case .ask(let question): try ask(question)
        case .draw(let picture): try draw(rows(of: picture))
        case .pause(let duration): try pause(pace.pause(duration))
        case .heading, .say, .device, .file, .other: break
        }
    }

    private func happening() throws(Interruption) -> LessonHappening? {
        if let device = run.stage.devices.first(where: { $0.name == run.device }) {
            prepare(device)
        }
        do throws(StageFailure) {
            return try run.next()
        } catch {
            throw .failed(error)
        }
    }

    /// Sets the width and the colors of a device's output for its pane.
    private func prepare(_ device: StageDevice) {
        device.runner.width =
            view.fitsOutput
            ? DemoScene.paneColumns(of: view.size, panes: lesson.devices.count) : nil
        device.runner.session.settings.color = view.style.isEnabled ? .always : .never
    }

    // MARK: Devices

    private func select(_ name: String) {
        addPane(name)
        view.tell(.device(TerminalText(name)))
        view.show(scene)
    }

    /// Makes the pane of a device the active one; adds it if it is missing.
    func addPane(_ name: String) {
        let name = TerminalText(name)
        if !scene.panes.contains(where: { $0.name == name }) {
            // The device before the first `as` may have no commands.
            scene.panes.removeAll { $0.lines.isEmpty && $0.name != name && $0.state == nil }
            scene.panes.append(DemoScene.Pane(name: name))
        }
        scene.active = scene.panes.firstIndex { $0.name == name } ?? 0
    }

    /// Updates what the panes say about the state of sync.
    func updateStates() {
        for device in run.stage.devices {
            guard let index = scene.panes.firstIndex(where: { $0.name.rendered == device.name })
            else { continue }
            scene.panes[index].state = device.runner.promptState
        }
    }

    // MARK: Commands

    private func type(_ source: String) throws(Interruption) {
        if let device = try? run.stage.device(run.device) { prepare(device) }
        addPane(run.device)
        let text = TerminalText(lines: source)
        if view.typesLetters {
            var typed = ""
            for character in source where !isHurried {
                typed.append(character)
                scene.panes[scene.active].typing = TerminalText(lines: typed)
                view.show(scene)
                try pause(pace.letter)
            }
            try pause(pace.enter)
        }
        scene.panes[scene.active].typing = nil
        let lines = text.lines.enumerated().map { $0 == 0 ? DemoScene.prompt(view.style) + $1 : $1 }
        scene.panes[scene.active].lines += lines
        view.tell(.command(text))
        view.show(scene)
    }

    private func show(_ happening: LessonHappening?) throws(Interruption) {
        guard let happening else { return }
        let text = TerminalText(output: happening.output.flatMap(\.bytes))
        var lines = withFixedPort(text).lines
        // A color may end after the last line end.
        while let last = lines.last, last.cellWidth == 0 { lines.removeLast() }
        scene.panes[scene.active].lines += lines
        updateStates()
        view.tell(.output(lines))
        view.show(scene)
        try pause(lines.isEmpty ? 0 : pace.reading(text))
        try drawChanges(of: happening)
    }

    /// Returns a text with the same port of the server in each recording and transcript. The real
    /// port differs from run to run.
    private func withFixedPort(_ text: TerminalText) -> TerminalText {
        guard !view.hasKeys, let device = run.stage.devices.first,
            let address = device.runner.surroundings["TROVE_SERVER"]
        else { return text }
        return text.replacing(address, with: "http://127.0.0.1:40000")
    }

    /// Adds a line about what happened around the devices.
    private func remark(_ text: TerminalText) throws(Interruption) {
        updateStates()
        let line = view.style(.faint, "— \(text) —")
        scene.panes[scene.active].lines.append(line)
        view.tell(.output([line]))
        view.show(scene)
        try pause(pace.reading(text))
    }

    // MARK: Pictures

    /// Draws the outbox and the ladder if a command has changed them.
    private func drawChanges(of happening: LessonHappening) throws(Interruption) {
        guard let device = try? run.stage.device(happening.device) else { return }
        var rows: [TerminalText] = []
        let outbox = OutboxDrawing.row(of: device.runner, style: view.style)
        if let outbox, outbox != drawnOutboxes[device.name] {
            // The first picture of an empty outbox shows nothing.
            if drawnOutboxes[device.name] != nil || device.queued > 0 { rows.append(outbox) }
            drawnOutboxes[device.name] = outbox
        }
        let kinds = device.runner.kinds
        if let number = happening.replies.lazy.compactMap({ $0.movedItem(kinds) }).first,
            let ladder = ladder(of: number, device)
        {
            rows.append(ladder)
        }
        if !rows.isEmpty { try draw(rows) }
    }

    private func draw(_ rows: [TerminalText]) throws(Interruption) {
        guard !rows.isEmpty, rows != scene.drawing else { return }
        scene.drawing = rows
        view.tell(.drawing(rows))
        view.show(scene)
        try pause(pace.drawing)
    }

    private func rows(of picture: LessonStep.Drawing) -> [TerminalText] {
        guard let device = try? run.stage.device(run.device) else { return [] }
        switch picture {
        case .outbox:
            return OutboxDrawing.row(of: device.runner, style: view.style).map { [$0] } ?? []
        case .ladder:
            return device.runner.session.it.flatMap { ladder(of: $0, device) }.map { [$0] } ?? []
        case .conflict:
            return ConflictDrawing.rows(
                of: run.stage.devices.map { ($0.name, $0.runner) }, style: view.style)
        }
    }

    private func ladder(of number: ItemNumber, _ device: StageDevice) -> TerminalText? {
        LadderDrawing.row(
            of: number, in: device.runner, columns: view.size.columns, style: view.style)
    }

    // MARK: Questions

    private func ask(_ question: LessonQuestion) throws(Interruption) {
        var shown = DemoScene.Question(
            TerminalText(question.text), answers: question.answers.map { TerminalText($0) },
            correct: question.right)
        scene.question = shown
        scene.keys = DemoText.questionKeys(answers: question.answers.count)
        view.tell(.question(shown))
        view.show(scene)
        shown.chosen = try answer(to: question)
        scene.question = shown
        scene.keys = keys
        isHurried = false
        view.tell(.answered(shown))
        view.show(scene)
    }

    /// Waits for the number of an answer. A view without keys gives the right answer after a while.
    private func answer(to question: LessonQuestion) throws(Interruption) -> Int {
        guard view.hasKeys else {
            try pause(pace.question)
            return question.right
        }
        while true {
            if case .answer(let number) = try key(milliseconds: nil),
                question.answers.indices.contains(number - 1)
            {
                return number - 1
            }
        }
    }
}

extension Reply {
    /// Returns the first item that the reply reports as moved to another state of its ladder; nil
    /// for none.
    fileprivate func movedItem(_ kinds: Kinds) -> ItemNumber? {
        switch self {
        case .sequence(let replies): return replies.lazy.compactMap { $0.movedItem(kinds) }.first
        case .changes(let reports):
            let moved = reports.first { report in
                guard case .update(let fields)? = report.change?.action,
                    let ladder = kinds[report.item.kind].ladder
                else { return false }
                return fields.contains { $0.field == ladder.index }
            }
            return moved?.item.number
        default: return nil
        }
    }
}
