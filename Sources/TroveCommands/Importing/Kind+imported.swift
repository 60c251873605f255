import TroveModel

extension Kind {
    /// Returns the values of an item that is imported. Missing values stay empty, except the state,
    /// which every item has. What is imported is owned unless the file says otherwise.
    func imported(_ values: [Value?]) -> [Value?] {
        guard let (field, ladder) = ladder, values[field] == nil else { return values }
        var values = values
        if let owned = ladder.firstOwned {
            values[field] = .text(owned.name)
        } else if case .rung(let name) = fields[field].initial {
            values[field] = .text(name)
        }
        return values
    }
}
