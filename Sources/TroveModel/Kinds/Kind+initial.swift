extension Kind {
    /// The values that a new item begins with, one place for each field.
    ///
    /// - Parameter today: the day on which it is added.
    /// - Returns: nil for each field that begins empty.
    package func initialValues(today: @autoclosure () -> PartialDate) -> [Value?] {
        var values = [Value?](repeating: nil, count: fields.count)
        for index in fields.indices {
            switch fields[index].initial {
            case .none: continue
            case .today: values[index] = .date(today())
            case .firstRung:
                guard case .ladder(let ladder) = fields[index].content else { continue }
                values[index] = .text(ladder.rungs[0].name)
            }
        }
        return values
    }
}
