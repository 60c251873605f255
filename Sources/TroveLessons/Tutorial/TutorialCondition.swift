package import TroveLanguage

/// A condition on the state of a sandbox: its library, its queue and what was done in it. It never
/// depends on the text that was typed.
///
/// `help lessons` describes the text form.
package indirect enum TutorialCondition: Sendable, Equatable {
    /// `count gem >= +1 where birthstone=july`: the number of items of a kind.
    case count(kind: Spanned<String>, Comparison, Condition?)
    /// `exists book where state=finished`: at least one item meets the condition.
    case exists(kind: Spanned<String>, Condition)
    /// `changed "Dune" state`: an item from the start has a different value in a field, or in any
    /// field.
    case changed(title: Spanned<String>, field: Spanned<String>?)
    /// `shown "Dune"`, `shown`: a command showed the details of an item, or of any item.
    case shown(title: Spanned<String>?)
    /// `listed book where genre=sci-fi`: a command listed exactly the items that meet the
    /// condition.
    case listed(kind: Spanned<String>, Condition?)
    /// `asked queue|status`: the last command had one of these verbs, and succeeded.
    case asked([Spanned<String>])
    /// `queue >= 1`: a count of something other than items.
    case measure(Measure, Comparison)
    /// `offline`, `online`
    case connection(isOnline: Bool)
    /// `file books.csv`: the folder of the sandbox has the file.
    case file(Spanned<String>)
    /// `not offline`
    case not(TutorialCondition)
    /// `step 1`: an earlier step was done before the last command.
    case step(Int)
    /// `once queue >= 1`: the condition holds, or has held since the start.
    case once(TutorialCondition)

    /// What `measure` counts; the raw value is the keyword.
    package enum Measure: String, Sendable, CaseIterable {
        /// The changes that wait for the server.
        case queue
        /// The changes that the server rejected.
        case rejected
        /// The conflicts that are not resolved.
        case conflicts
        /// The undos since the start.
        case undone
        /// The redos since the start.
        case redone
        /// The snapshots of the library.
        case snapshots
        /// The marks in the log.
        case marks
    }

    /// A relation to a number.
    package struct Comparison: Sendable, Equatable {
        /// The relation; never `set` or `contains`.
        package let relation: Operator
        /// The number.
        package let number: Int
        /// Whether the number is a difference from the number at the start: `+1`, `-2`.
        package let isRelative: Bool

        /// Returns whether a number, `count` now and `start` at the start, has the relation.
        func holds(_ count: Int, start: Int) -> Bool {
            let value = isRelative ? count - start : count
            return switch relation {
            case .equal: value == number
            case .notEqual: value != number
            case .less: value < number
            case .lessOrEqual: value <= number
            case .greater: value > number
            case .greaterOrEqual: value >= number
            case .set, .contains: false
            }
        }
    }

    /// The word for all kinds in `count`.
    static let anyKind = "items"

    /// Whether the condition, once it has held, counts as met from then on.
    var isKept: Bool {
        switch self {
        // A list that was right when it was shown stays right when items change later, and a
        // question that was asked stays asked.
        case .once, .listed, .asked: true
        default: false
        }
    }
}
