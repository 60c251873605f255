/// The two sides of a comparison.
enum Side: CaseIterable {
    case ours, theirs
}

/// Measures both sides in turn, so that whatever else the machine does meets both, and gives the
/// median of each.
func sideBySide(
    runs: Int, _ measure: (Side) throws -> Duration
) rethrows -> (ours: Duration, theirs: Duration) {
    var durations: [Side: [Duration]] = [:]
    for run in 0..<runs {
        // Who comes first may find colder or warmer caches.
        for side in run.isMultiple(of: 2) ? Side.allCases : Side.allCases.reversed() {
            durations[side, default: []].append(try measure(side))
        }
    }
    return (durations[.ours, default: []].median, durations[.theirs, default: []].median)
}

func duration(of work: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure(work)
}

extension [Duration] {
    /// Of an even number of durations the longer of the two in the middle.
    var median: Duration { percentile(50) }

    /// The shortest duration that so many of a hundred do not exceed.
    func percentile(_ percent: Int) -> Duration {
        precondition(!isEmpty, "there is nothing to sum up")
        return sorted()[Swift.min(count * percent / 100, count - 1)]
    }
}
