import TroveModel

extension Item {
    /// Whether the item is in the last state of its ladder.
    func isFinished(_ kind: Kind) -> Bool {
        guard let (index, ladder) = kind.ladder else { return false }
        return ladder.isLast(values[index])
    }

    /// Whether the item is on the wishlist: in the first state of a ladder that has wishes.
    func isWish(_ kind: Kind) -> Bool {
        guard let (index, ladder) = kind.ladder, kind.hasWishes else { return false }
        return values[index] == .text(ladder.rungs[0].name)
    }
}

extension Kind {
    /// Whether the first state is for wishes: that of a built-in kind is, and that of the user's
    /// own if the states say which items the user owns.
    var hasWishes: Bool {
        ladder.map { $0.ladder.firstOwned != nil || !isOwn } ?? false
    }
}
