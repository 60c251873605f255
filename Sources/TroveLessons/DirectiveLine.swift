package import TroveLanguage

/// A line that begins with `#!`, split into the name of the directive and its argument.
package struct DirectiveLine {
    /// The name; empty for `#!` alone.
    package let name: Spanned<String>
    /// The rest of the line without surrounding blanks; empty without an argument.
    package let argument: Spanned<String>

    /// Splits a line; nil if it is not a directive. `#!/…` begins a script for the system, and is
    /// not one.
    package init?(_ line: String) {
        let bytes = Array(line.utf8)
        var start = 0
        while start < bytes.count, Self.isBlank(bytes[start]) { start += 1 }
        guard bytes[start...].starts(with: "#!".utf8), !bytes[start...].starts(with: "#!/".utf8)
        else { return nil }
        start += 2
        while start < bytes.count, Self.isBlank(bytes[start]) { start += 1 }
        var end = start
        while end < bytes.count, !Self.isBlank(bytes[end]) { end += 1 }
        name = Spanned(String(decoding: bytes[start..<end], as: UTF8.self), start..<end)
        argument = Self.trimmed(bytes, end..<bytes.count)
    }

    /// Splits the argument at its first blank.
    var words: (first: Spanned<String>, rest: Spanned<String>) {
        let bytes = Array(argument.value.utf8)
        let end = bytes.firstIndex(where: Self.isBlank) ?? bytes.count
        let offset = argument.span.lowerBound
        let first = Spanned(
            String(decoding: bytes[..<end], as: UTF8.self), offset..<offset + end)
        let rest = Self.trimmed(bytes, end..<bytes.count)
        return (
            first,
            Spanned(rest.value, rest.span.lowerBound + offset..<rest.span.upperBound + offset)
        )
    }

    private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Spanned<String> {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high, isBlank(bytes[low]) { low += 1 }
        while high > low, isBlank(bytes[high - 1]) { high -= 1 }
        return Spanned(String(decoding: bytes[low..<high], as: UTF8.self), low..<high)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
