import TroveModel

extension Item {
    /// Whether the item is in the last state of its ladder.
    func isFinished(_ kind: Kind) -> Bool {
        guard let (index, ladder) = kind.ladder else { return false }
        return ladder.isLast(values[index])
    }

    /// Whether the item is on the wishlist: in the first state of its ladder.
    func isWish(_ kind: Kind) -> Bool {
        guard let (index, ladder) = kind.ladder else { return false }
        return values[index] == .text(ladder.rungs[0].name)
    }
}
