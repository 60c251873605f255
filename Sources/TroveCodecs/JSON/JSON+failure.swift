extension JSON {
    /// Why bytes are not JSON, and where.
    package struct Failure: Error, Sendable, Hashable {
        /// What is wrong with the bytes.
        package enum Reason: Sendable, Hashable {
            /// The bytes are empty, or end inside the value.
            case endsEarly
            /// The byte is not allowed at this position.
            case isUnexpected
            /// A number with a leading zero, or without digits where they are required.
            case notANumber
            /// A character below U+0020 in a string.
            case hasControlCharacter
            /// A backslash that does not begin an escape.
            case unknownEscape
            /// Half of a surrogate pair.
            case hasLoneSurrogate
            /// Bytes in a string that are not UTF-8.
            case isNotUTF8
            /// A name that occurs twice in an object.
            case repeatsName
            /// Arrays and objects nested deeper than the limit.
            case isTooDeep
            /// Bytes follow the value.
            case goesOn
        }

        /// The offset in bytes from the start.
        package let offset: Int
        /// What is wrong at that place.
        package let reason: Reason

        /// Creates a failure at an offset in bytes.
        package init(_ reason: Reason, at offset: Int) {
            self.offset = offset
            self.reason = reason
        }
    }
}
