extension ItemID {
    /// Parses `0192f0c1-7b1a-7c3e-9d55-0a1b2c3d4e5f`, in upper or lower case; nil for anything
    /// else.
    package init?(_ text: String) {
        let bytes = text.utf8.span
        guard bytes.count == 36 else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        for position in bytes.indices {
            let byte = bytes[position]
            switch position {
            case 8, 13, 18, 23:
                guard byte == 0x2D else { return nil }
            case ..<18:
                guard let digit = Self.digit(byte) else { return nil }
                words.0 = words.0 << 4 | digit
            default:
                guard let digit = Self.digit(byte) else { return nil }
                words.1 = words.1 << 4 | digit
            }
        }
        self.init(high: words.0, low: words.1)
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case 0x30...0x39: UInt64(byte - 0x30)
        case 0x61...0x66: UInt64(byte - 0x57)
        case 0x41...0x46: UInt64(byte - 0x37)
        default: nil
        }
    }
}
