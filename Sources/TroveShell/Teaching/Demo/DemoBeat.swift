import TroveLessons

/// A part of a lesson that a demo plays as one step: the narration, and what happens until the next
/// one.
struct DemoBeat: Equatable {
    /// The narration: headings and texts.
    private(set) var narration: [String] = []
    /// The places of its steps in the lesson, narration included.
    private(set) var places: Range<Int>
    private var hasActions = false

    private init(at place: Int) {
        places = place..<place
    }

    /// Divides a lesson. A lesson without narration is a single step.
    static func all(of lesson: Lesson) -> [DemoBeat] {
        var beats: [DemoBeat] = [DemoBeat(at: 0)]
        for (place, step) in lesson.steps.enumerated() {
            var beat = beats.removeLast()
            switch step.content {
            case .heading(let text), .say(let text):
                if beat.hasActions {
                    beats.append(beat)
                    beat = DemoBeat(at: place)
                }
                beat.narration.append(text)
            default: beat.hasActions = true
            }
            beat.places = beat.places.lowerBound..<place + 1
            beats.append(beat)
        }
        return beats
    }
}
