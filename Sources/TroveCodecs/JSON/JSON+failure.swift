extension JSON {
    /// Why bytes are no JSON, and where.
    package struct Failure: Error, Sendable, Hashable {
        /// What is wrong with the bytes.
        package enum Reason: Sendable, Hashable {
            /// The bytes end before the value does, or there are none.
            case endsEarly
            /// A byte that can begin or go on with nothing that may stand there.
            case isUnexpected
            /// A number with a zero before other digits, or without digits where some must be.
            case isNoNumber
            /// A character below U+0020 in a string.
            case hasControlCharacter
            /// A backslash before something that it does not go with.
            case isNoEscape
            /// Half of a surrogate pair without the other half.
            case hasLoneSurrogate
            /// Bytes in a string that are no UTF-8.
            case isNotUTF8
            /// A name that the object has already.
            case repeatsName
            /// Arrays and objects within each other beyond the limit.
            case isTooDeep
            /// Something behind the value.
            case goesOn
        }

        /// How many bytes come before the place.
        package let offset: Int
        /// What is wrong at that place.
        package let reason: Reason

        package init(_ reason: Reason, at offset: Int) {
            self.offset = offset
            self.reason = reason
        }
    }
}
