extension JSON {
    /// Why bytes are not JSON, and where.
    package struct Failure: Error, Sendable, Hashable {
        /// What is wrong with the bytes.
        package enum Reason: Sendable, Hashable {
            /// The bytes are empty, or end inside the value.
            case endsEarly
            /// A byte that cannot stand at this place.
            case isUnexpected
            /// A number with a leading zero, or without digits where they are required.
            case isNoNumber
            /// A character below U+0020 in a string.
            case hasControlCharacter
            /// A backslash that does not begin an escape.
            case isNoEscape
            /// Half of a surrogate pair.
            case hasLoneSurrogate
            /// Bytes in a string that are not UTF-8.
            case isNotUTF8
            /// A name that occurs twice in an object.
            case repeatsName
            /// Arrays and objects nested deeper than the limit.
            case isTooDeep
            /// Bytes behind the value.
            case goesOn
        }

        /// The place, in bytes from the start.
        package let offset: Int
        /// What is wrong at that place.
        package let reason: Reason

        package init(_ reason: Reason, at offset: Int) {
            self.offset = offset
            self.reason = reason
        }
    }
}
