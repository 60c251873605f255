package import TroveModel

/// What `policy` does with the offline rules.
package enum PolicyAction: Sendable, Equatable {
    case show
    /// Every kind gets the rules back that it came with.
    case reset
    /// The kind is its position among the kinds.
    case set(kind: Int, Operation, OfflineRule)
}
