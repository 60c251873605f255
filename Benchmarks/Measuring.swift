/// The two sides of a comparison.
enum Side: CaseIterable {
    case ours, theirs
}

/// Measures both sides alternately, so that other load affects both, and returns the median of
/// each.
func sideBySide(
    runs: Int, _ measure: (Side) throws -> Duration
) rethrows -> (ours: Duration, theirs: Duration) {
    var durations: [Side: [Duration]] = [:]
    for run in 0..<runs {
        // The first of a pair may find colder or warmer caches, so the order alternates.
        for side in run.isMultiple(of: 2) ? Side.allCases : Side.allCases.reversed() {
            durations[side, default: []].append(try measure(side))
        }
    }
    return (durations[.ours, default: []].median, durations[.theirs, default: []].median)
}

/// Measures several sides by turns, as `sideBySide` does, and returns the median of each.
func byTurns(runs: Int, _ sides: [() throws -> Duration]) throws -> [Duration] {
    var durations = [[Duration]](repeating: [], count: sides.count)
    for run in 0..<runs {
        for turn in sides.indices {
            let place = run.isMultiple(of: 2) ? turn : sides.count - 1 - turn
            durations[place].append(try sides[place]())
        }
    }
    return durations.map(\.median)
}

func duration(of work: () throws -> Void) rethrows -> Duration {
    try ContinuousClock().measure(work)
}

extension [Duration] {
    /// The median; of an even number, the longer of the middle two.
    var median: Duration { percentile(50) }

    /// The shortest duration that at least this percentage does not exceed.
    func percentile(_ percent: Int) -> Duration {
        precondition(!isEmpty, "there is nothing to sum up")
        return sorted()[Swift.min(count * percent / 100, count - 1)]
    }
}
