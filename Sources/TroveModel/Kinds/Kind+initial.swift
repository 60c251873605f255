extension Kind {
    /// Returns the initial values of a new item, one for each field.
    ///
    /// - Parameter today: the current date.
    /// - Returns: nil for each field that is initially empty.
    package func initialValues(today: @autoclosure () -> PartialDate) -> [Value?] {
        var values = [Value?](repeating: nil, count: fields.count)
        for index in initialFields {
            switch fields[index].initial {
            case .none: continue
            case .today: values[index] = .date(today())
            case .rung(let name): values[index] = .text(name)
            }
        }
        return values
    }

    /// Removes the date on which an item was begun if it is after the date on which it was
    /// finished.
    package func dropLateStart(from values: inout [Value?]) {
        guard let begun = index(ofRole: .started), let done = index(ofRole: .completed),
            case .date(let start)? = values[begun], case .date(let end)? = values[done],
            end.span.upperBound < start.span.lowerBound
        else { return }
        values[begun] = nil
    }

    /// Dates a loan that begins today, unless a date is given, and removes the dates of one that
    /// ends, so that the next loan does not inherit them.
    ///
    /// - Parameters:
    ///   - values: the values.
    ///   - former: the values before the change; nil for a new item.
    ///   - given: the fields that the user has given, which keep their values.
    ///   - today: today's date.
    package func completeLoan(
        of values: inout [Value?], after former: [Value?]?, given: [FieldIndex], today: PartialDate
    ) {
        guard let borrower = index(ofRole: .borrower),
            values[borrower] != former.flatMap({ $0[borrower] })
        else { return }
        let dates: [(Field.Role, Value?)] = [
            (.lentOn, values[borrower] == nil ? nil : .date(today)), (.due, nil),
        ]
        for (role, date) in dates {
            guard let field = index(ofRole: role), !given.contains(field) else { continue }
            values[field] = date
        }
    }

    /// Puts an item into its last state if it has been given the date of that state, but no state.
    package func completeState(of values: inout [Value?], given: [FieldIndex]) {
        guard let (state, ladder) = ladder, let date = completed, values[date] != nil,
            given.contains(date), !given.contains(state), !ladder.isLast(values[state]),
            let last = ladder.rungs.last
        else { return }
        values[state] = .text(last.name)
    }

    /// Returns the values of a new item, without the initial value of the date of its last state if
    /// it is in another state.
    ///
    /// - Parameters:
    ///   - values: the values.
    ///   - given: the fields that the user has given, which keep their values.
    /// - Returns: the values.
    package func withoutEarlyCompletion(
        _ values: [Value?], given: [FieldIndex] = []
    ) -> [Value?] {
        guard let (state, ladder) = ladder, let date = completed, values[date] != nil,
            !given.contains(date), !ladder.isLast(values[state])
        else { return values }
        var values = values
        values[date] = nil
        return values
    }
}
