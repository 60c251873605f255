/// Which steps of a tutorial are done.
///
/// A step is done while all of its conditions hold, so an undo can open it again. A condition with
/// `once`, a list that was shown and a question that was asked count from the first command after
/// which they held, and so do the conditions of a step that is kept, together.
package struct TutorialTally: Sendable {
    /// The state of a step.
    package enum Mark: Sendable, Equatable {
        case done(Verdict.Finding)
        /// The first step that is not done, with what was found so far.
        case current(Verdict.Finding)
        case later
        /// The user has skipped it.
        case skipped

        /// Whether the step is done.
        package var isDone: Bool { if case .done = self { true } else { false } }
    }

    /// A condition that counts once it has held, by its step and its place in it.
    private struct Place: Hashable {
        let step: Int
        let condition: Int
    }

    private let steps: [Tutorial.Step]
    /// What the kept conditions found when they first held.
    private var kept: [Place: Verdict.Finding] = [:]
    /// What the kept steps found when they were done.
    private var keptSteps: [Int: Verdict.Finding] = [:]
    private var skipped: Set<Int> = []
    /// The marks of the steps, in order.
    package private(set) var marks: [Mark] = []

    /// Creates the tally of a tutorial at its start.
    package init(_ steps: [Tutorial.Step], _ state: SandboxState) {
        self.steps = steps
        update(state)
    }

    /// The first step that is not done; nil if all are.
    package var current: Int? {
        marks.firstIndex { if case .current = $0 { true } else { false } }
    }

    /// Whether every step is done or skipped.
    package var isComplete: Bool { current == nil }

    /// Whether a step was skipped and is not done.
    package var hasSkipped: Bool { marks.contains(.skipped) }

    /// Ticks the steps. Returns whether a mark has changed.
    @discardableResult
    package mutating func update(_ state: SandboxState) -> Bool {
        let former = marks
        var state = state
        state.doneSteps = Set(former.indices.filter { former[$0].isDone })
        marks = []
        for (index, step) in steps.enumerated() {
            let verdict = verdict(of: step, at: index, state)
            if verdict.holds {
                marks.append(.done(verdict.finding))
            } else if skipped.contains(index) {
                marks.append(.skipped)
            } else if current == nil {
                marks.append(.current(verdict.finding))
            } else {
                marks.append(.later)
            }
        }
        return marks != former
    }

    /// Skips the first step that is not done.
    package mutating func skip(_ state: SandboxState) {
        if let current { skipped.insert(current) }
        update(state)
    }

    private mutating func verdict(
        of step: Tutorial.Step, at index: Int, _ state: SandboxState
    ) -> Verdict {
        if let finding = keptSteps[index] { return Verdict(true, finding) }
        var holds = true
        var finding = Verdict.Finding.nothing
        for (place, entry) in step.conditions.enumerated() {
            var verdict = entry.value.verdict(in: state)
            let key = Place(step: index, condition: place)
            if !step.isKept, entry.value.isKept {
                if let found = kept[key] {
                    verdict = Verdict(true, found)
                } else if verdict.holds {
                    kept[key] = verdict.finding
                }
            }
            if !verdict.holds { holds = false }
            // An item says more than a number.
            if case .item = finding { continue }
            if verdict.finding != .nothing { finding = verdict.finding }
        }
        if step.isKept, holds { keptSteps[index] = finding }
        return Verdict(holds, finding)
    }
}
