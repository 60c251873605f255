extension UInt8 {
    /// Whether the byte is an ASCII digit.
    @inlinable package var isDigit: Bool { self &- 0x30 < 10 }

    /// Whether the byte is a space, or one of the control characters U+0009 (tab) to U+000D
    /// (carriage return).
    @inlinable package var isBlank: Bool { self == 0x20 || self &- 0x09 < 5 }
}

extension Span<UInt8> {
    /// Whether all bytes are ASCII.
    @inlinable
    package var isASCII: Bool {
        unsafe withUnsafeBufferPointer { bytes in unsafe bytes.reduce(0, |) < 0x80 }
    }
}
