import TroveTerminal

/// Waiting, and the keys that end it.
extension DemoPlayer {
    /// Where a demo waits for Space.
    enum Halt {
        case withinStep, afterStep
    }

    var keys: TerminalText { keys(at: nil) }

    private func keys(at halt: Halt?) -> TerminalText {
        DemoText.keys(halt, isHeld: isHeld, speed: pace.speed, canTakeOver: takeOver != nil)
    }

    /// Waits, unless the user hurries the step.
    func pause(_ milliseconds: Int) throws(Interruption) {
        guard !isHurried else { return }
        if try wait(milliseconds) { isHurried = true }
    }

    /// Waits for Space, or until the time is up.
    func pauseAtEnd(_ milliseconds: Int) throws(Interruption) {
        // A step that was hurried has not been read.
        _ = try wait(isHurried ? nil : milliseconds, isStep: true)
    }

    /// Waits for Space.
    func waitForNext() throws(Interruption) {
        _ = try wait(nil)
    }

    /// Returns true if the user wants to continue, false when the time is up.
    private func wait(_ milliseconds: Int?, isStep: Bool = false) throws(Interruption) -> Bool {
        while true {
            let isOpen = view.hasKeys && isHeld && (isStep || (milliseconds ?? 0) >= pace.shortest)
            let isHalted = view.hasKeys && (isOpen || milliseconds == nil)
            if isHalted { say(keys(at: isStep ? .afterStep : .withinStep)) }
            let key = try key(milliseconds: isOpen ? nil : milliseconds)
            if isHalted { say(keys) }
            switch key {
            case .next: return true
            case .timedOut: return false
            default: break
            }
        }
    }

    /// Shows what the keys do, except after the last step.
    private func say(_ keys: TerminalText) {
        guard scene.keys != DemoText.endKeys, scene.keys != keys else { return }
        scene.keys = keys
        view.show(scene)
    }

    /// Waits for a key, and obeys it if it controls the playback.
    func key(milliseconds: Int?) throws(Interruption) -> DemoKey {
        let key = view.wait(milliseconds: milliseconds)
        switch key {
        case .back: throw .back
        case .quit: throw .quit
        case .interrupted: throw .interrupted
        case .terminated(let signal): throw .terminated(signal: signal)
        case .faster: pace.speedUp()
        case .slower: pace.slowDown()
        case .hold: isHeld.toggle()
        case .takeOver: try openPrompt()
        case .resized: break
        case .next, .answer, .other, .timedOut: return key
        }
        if scene.question?.chosen != nil || scene.question == nil, scene.keys != DemoText.endKeys {
            scene.keys = keys
        }
        view.show(scene)
        return key
    }

    /// Lets the user type on the current device.
    private func openPrompt() throws(Interruption) {
        guard let takeOver else { return }
        let device: StageDevice
        do throws(StageFailure) {
            device = try run.stage.device(run.device)
        } catch {
            throw .failed(error)
        }
        let before: StageSnapshot
        do throws(StageFailure) {
            before = try run.stage.snapshot()
        } catch {
            throw .failed(error)
        }
        view.leave()
        let heading = DemoText.takeOver(device: device.name, step: scene.step, of: steps.count)
        let end = takeOver(device, heading)
        guard case .goOn = end else {
            if case .terminated(let signal) = end { throw .terminated(signal: signal) }
            throw .quit
        }
        // The lesson continues where it was, because its narration describes that state.
        do throws(StageFailure) {
            try run.stage.restore(before)
        } catch {
            throw .failed(error)
        }
        view.enter()
    }
}
