import TroveLessons

/// A part of a lesson that a demo plays as one step: the narration, and what happens until the next
/// one.
struct DemoBeat: Equatable {
    /// The heading of the section that begins with it; nil within a section.
    private(set) var heading: String?
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
            let isHeading = if case .heading = step.content { true } else { false }
            switch step.content {
            case .heading(let text), .say(let text):
                if beat.hasActions || isHeading && !beat.narration.isEmpty {
                    beats.append(beat)
                    beat = DemoBeat(at: place)
                }
                if isHeading { beat.heading = text } else { beat.narration.append(text) }
            default: beat.hasActions = true
            }
            beat.places = beat.places.lowerBound..<place + 1
            beats.append(beat)
        }
        return beats
    }
}
