extension Kind {
    /// Returns the initial values of a new item, one for each field.
    ///
    /// - Parameter today: the current date.
    /// - Returns: nil for each field that is initially empty.
    package func initialValues(today: @autoclosure () -> PartialDate) -> [Value?] {
        var values = [Value?](repeating: nil, count: fields.count)
        for index in fields.indices {
            switch fields[index].initial {
            case .none: continue
            case .today: values[index] = .date(today())
            case .rung(let name): values[index] = .text(name)
            }
        }
        return values
    }
}
