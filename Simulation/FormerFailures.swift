/// Schedules that once failed.
enum FormerFailures {
    /// Their seeds, with the reasons.
    static let seeds: [UInt64] = [
        // A new device's numbers collided with those of earlier requests in transit.
        68,
        // A late answer hid later changes by others.
        76, 164,
        // An item pushed before the first pull, and then deleted, stayed.
        37, 212, 546,
        // A queued field change was sent as if it had been made after another device's.
        127, 133, 153, 171,
        // Deletions were undone by devices that did not know them, or hid other deletions.
        55, 82, 126, 306, 442, 841,
        // A restored server's newer values were overwritten, its items hidden, its loss unnoticed.
        199, 269, 298, 490, 499, 683,
        // A late answer was applied to an item of which a later page had more.
        1215, 1_406_467,
        // An overtaken answer of a restored server hid that it had lost an item.
        1_306_098,
        // A lost conflict won because it was kept as a problem.
        2070,
        // What lost in a conflict was dropped with the next change of its item.
        807,
        // A restored server gave the same conflicts other ids.
        1951,
    ]
}
