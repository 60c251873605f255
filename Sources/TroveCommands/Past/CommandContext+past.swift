import TroveLanguage
import TroveModel
import TroveStore

/// Places in the change log.
extension CommandContext {
    /// Returns the place in the log that a time or the name of a mark stands for.
    ///
    /// - Parameter place: the text as typed.
    /// - Returns: the place; the start of the log for a time before its first command.
    /// - Throws: `PastProblem` for a time in the future, and for any other text.
    func position(of place: Spanned<String>) throws -> LogPosition {
        try moment(of: place).position
    }

    /// Returns the place in the log that a time or the name of a mark stands for, and its time.
    ///
    /// - Throws: as `position` does.
    func moment(of place: Spanned<String>) throws -> (position: LogPosition, time: Timestamp) {
        let now = surroundings.now
        if let time = PastTime.time(place.value, now: now) {
            guard time.milliseconds <= now.milliseconds else {
                throw CommandFailure(.past(.isInFuture(place.value)), at: place.span)
            }
            return (try library.history.position(at: time), time)
        }
        guard let mark = try library.marks.mark(named: place.value) else {
            let names = try library.marks.all().map(\.name)
            throw CommandFailure(
                .past(.noSuchPlace(place.value, marks: names)), at: place.span)
        }
        return (mark.position, mark.at)
    }
}
