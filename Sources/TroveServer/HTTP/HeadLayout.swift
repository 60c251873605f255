/// Detects malformed heads that libmicrohttpd accepts, by where their parts are in memory.
///
/// libmicrohttpd 0.9.75 accepts a lone LF as a line end, truncates a name or a value at a NUL,
/// joins a folded line to the one before, and skips extra blanks in the request line, all without
/// reporting it. But it parses in place: it overwrites what ends a part (the blank after the method
/// and after the target, the colon, both bytes of CR LF) with NULs, moves nothing, and knows the
/// size of the whole. So in a correct head each part begins right after the end of the previous
/// one, and the last one ends where the head does:
///
///     GET 0 /v1/hello 0 HTTP/1.1 0 0 Host 0 _ localhost 0 0 Accept 0 _ * 0 0 0 0
///
/// A lone LF with a NUL right beside it, or with a line that is only a colon, can leave the same
/// NULs and goes undetected. So does a line before the request that begins with a NUL, which is
/// skipped like an empty one. This is safe: proxies reject NULs and fields without a name, so such
/// a head never comes through a proxy that could be misled.
package struct HeadLayout {
    /// The size of the head, including the final empty line.
    private let size: Int
    /// Where the name of the next field must begin, relative to the method.
    private var next: Int
    /// Whether every part so far is in its place.
    private var isTidySoFar: Bool

    /// Starts with the parts of the request line. All positions are relative to the first byte of
    /// the method.
    package init(size: Int, method: Int, target: Range<Int>, version: Range<Int>) {
        self.size = size
        next = version.upperBound + 2
        isTidySoFar =
            target.lowerBound == method + 1 && version.lowerBound == target.upperBound + 1
    }

    /// Checks the next field.
    package mutating func add(name: Range<Int>, value: Range<Int>, in head: Span<UInt8>) {
        guard isTidySoFar else { return }
        isTidySoFar = follows(name, value, head)
        next = value.upperBound + 2
    }

    private func follows(_ name: Range<Int>, _ value: Range<Int>, _ head: Span<UInt8>) -> Bool {
        guard name.lowerBound == next, value.lowerBound > name.upperBound,
            value.upperBound + 1 < min(size, head.count)
        else { return false }
        let blanks = name.upperBound + 1..<value.lowerBound
        return blanks.allSatisfy { head[$0] == 0x20 || head[$0] == 9 }
            && head[value.upperBound] == 0 && head[value.upperBound + 1] == 0
    }

    /// Whether the parts account for the whole head.
    package var isTidy: Bool { isTidySoFar && next + 2 == size }
}
