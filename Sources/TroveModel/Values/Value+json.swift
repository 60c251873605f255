extension Value { package var json: JSON { .null } }
extension Field { package func value(from json: JSON) throws(RuleViolation) -> Value? { nil } }
