import TroveLanguage
import TroveModel

/// Assigning and checking the fields of an item. Neither needs the library, so any thread can do
/// it.
extension Kind {
    /// Parses assigned values and stores them in `values`, one position for each field.
    ///
    /// - Parameters:
    ///   - assignments: the assignments.
    ///   - fields: the field of each of them.
    ///   - values: the values of the item.
    ///   - today: today's date.
    ///   - replaces: whether a text such as `+1` or `+new` is a value, not a change of the former
    ///     one.
    ///   - photo: returns the value for a photo as typed, in place of a former value.
    /// - Throws: the error of the first assignment that has one, and what `photo` throws.
    func assign(
        _ assignments: [Assignment], _ fields: [FieldIndex], to values: inout [Value?],
        today: PartialDate, replaces: Bool = false,
        photo: (_ typed: Spanned<String>, _ former: Value?) throws -> Value
    ) throws {
        for (index, assignment) in assignments.enumerated() {
            let field = fields[index]
            if index > 0, fields[..<index].contains(field) {
                throw LanguageError(
                    .fieldTwice(self.fields[field].name), at: assignment.field.span)
            }
            guard let typed = assignment.value else {
                values[field] = nil
                continue
            }
            var parsed: Value?
            do throws(RuleViolation) {
                let value =
                    replaces
                    ? try self.fields[field].parse(typed.value, today: today)
                    : try self.fields[field].parse(
                        typed.value, changing: values[field], today: today)
                // An empty text or set means no value.
                let isEmpty = value == .text("") || value == .set([])
                parsed = isEmpty ? nil : value
            } catch {
                throw CommandFailure(.violation(error, kind: self), at: typed.span)
            }
            if parsed != nil, self.fields[field].role == .photo {
                parsed = try photo(typed, values[field])
            }
            values[field] = parsed
        }
    }

    /// Returns the error of a rule that an item breaks. It points at the assignment of the field,
    /// or else at `elsewhere`.
    func failure(
        _ violation: RuleViolation, _ assignments: [Assignment], _ fields: [FieldIndex],
        elsewhere: Range<Int>?
    ) -> CommandFailure {
        let blamed = index(ofField: violation.field)
        let position = fields.firstIndex { $0 == blamed }
        return CommandFailure(
            .violation(violation, kind: self),
            at: position.map { assignments[$0].span } ?? elsewhere)
    }
}
