package import TroveExchange
package import TroveModel

/// A record of an imported file, with everything that can be computed from the record alone.
package enum PreparedRow: Sendable {
    /// An item, valid or not.
    case item(PreparedItem)
    /// A rejected record: its first line, the reason, and its cells as in the file.
    case rejected(line: Int, ImportRejection, cells: [String])
    /// A record that is left out on purpose.
    case leftOut
}

/// An item of an imported file, with what its search needs.
///
/// It is an immutable class, because copying a structure retains each of its parts.
package final class PreparedItem: Sendable {
    /// What tells the item apart from others of the same name.
    struct Identity: Sendable {
        /// The hash of the identity and the kind.
        let hash: Int
        /// The identity, if it is the ID of an item of Trove.
        let id: ItemID?
    }

    /// The values, which were checked as a whole.
    package let row: ImportedItemRow
    /// The broken rule, with the cells of the record as in the file; nil for a valid item.
    package let violation: (rule: RuleViolation, cells: [String])?
    /// Nil if the file has no identities.
    let identity: Identity?
    /// The hashes of the item; nil for a kind without a duplicate index.
    let fingerprint: DuplicateFingerprint?
    /// The hashes of the entries that record when the item was finished; nil without any.
    let entryFingerprint: DuplicateFingerprint?

    init(
        _ row: ImportedItemRow, violation: (RuleViolation, [String])?,
        fingerprint: DuplicateFingerprint?,
        entryFingerprint: DuplicateFingerprint?
    ) {
        self.row = row
        self.violation = violation
        identity = row.identity.map { identity in
            var hasher = Hasher()
            hasher.combine(identity)
            hasher.combine(row.kind.rawValue)
            return Identity(hash: hasher.finalize(), id: ItemID(identity))
        }
        self.fingerprint = fingerprint
        self.entryFingerprint = entryFingerprint
    }
}
