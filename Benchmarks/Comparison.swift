/// A row of the report.
struct Comparison {
    let what: String
    /// The figure of Trove, formatted.
    let ours: String
    /// The figure of the other program, formatted.
    let theirs: String
    /// The ratio of ours to theirs, or another figure that has a target.
    let reached: Figure
    /// The highest acceptable figure, or the lowest one of a rate; nil if the row is informational.
    let target: Figure?
    /// Whether more is better.
    private let isRate: Bool

    /// A figure with its unit.
    struct Figure {
        let value: Double
        let unit: String

        static func times(_ value: Double) -> Figure { Figure(value: value, unit: "×") }
        static func megabytes(_ value: Double) -> Figure { Figure(value: value, unit: "MB") }
        static func nanosecondsPerByte(_ value: Double) -> Figure {
            Figure(value: value, unit: "ns/byte")
        }
        static func exponent(_ value: Double) -> Figure {
            Figure(value: value, unit: "exponent")
        }
        static func milliseconds(_ value: Double) -> Figure { Figure(value: value, unit: "ms") }

        var text: String { "\(value.short) \(unit)" }
    }

    /// Creates a row of two durations that were measured side by side.
    init(_ what: String, ours: Duration, _ peer: String, _ theirs: Duration, target: Double?) {
        self.init(
            what: what, ours: ours.short, theirs: "\(peer) \(theirs.short)",
            reached: .times(ours / theirs), target: target.map(Figure.times))
    }

    /// Creates a row of two rates, from how long one of many took in each of them.
    init(
        _ what: String, everyOurs ours: Duration, _ peer: String, every theirs: Duration,
        target: Double
    ) {
        self.init(
            what: what, ours: ours.rate, theirs: "\(peer) \(theirs.rate)",
            reached: .times(theirs / ours), target: .times(target), isRate: true)
    }

    init(
        what: String, ours: String, theirs: String, reached: Figure, target: Figure?,
        isRate: Bool = false
    ) {
        self.isRate = isRate
        self.what = what
        self.ours = ours
        self.theirs = theirs
        self.reached = reached
        self.target = target
    }

    /// The row, in columns.
    var line: String {
        let verdict =
            switch target {
            case nil: "reported only"
            case let target? where isRate:
                "≥ \(target.text)  \(reached.value >= target.value ? "reached" : "NOT REACHED")"
            case let target?:
                "≤ \(target.text)  \(reached.value <= target.value ? "reached" : "NOT REACHED")"
            }
        return "\(what.padded(60)) \(ours.padded(10)) \(theirs.padded(22)) "
            + "\(reached.text.padded(9)) \(verdict)"
    }
}

extension Double {
    /// The value with three significant digits.
    var short: String {
        guard self > 0 else { return "0" }
        var places = 2
        var bound = 10.0
        while places > 0, self >= bound {
            places -= 1
            bound *= 10
        }
        if self < 0.1 { places = 3 }
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        let digits = Int((self * scale).rounded())
        guard places > 0 else { return "\(digits)" }
        let fraction = String(digits % Int(scale))
        return "\(digits / Int(scale))."
            + String(repeating: "0", count: places - fraction.count) + fraction
    }
}

extension Duration {
    var milliseconds: Double { self / .milliseconds(1) }

    /// How many fit into a second: `1,234/s`.
    var rate: String { "\(Int((.seconds(1) / self).rounded()).grouped)/s" }

    /// The duration in a suitable unit.
    var short: String {
        self < .seconds(1) ? "\(milliseconds.short) ms" : "\((milliseconds / 1000).short) s"
    }
}

extension String {
    fileprivate func padded(_ width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
