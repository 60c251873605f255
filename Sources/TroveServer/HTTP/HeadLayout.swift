/// Finds in a head what the library's parser lets through, by where its parts lie in memory.
///
/// libmicrohttpd 0.9.75 takes a lone LF for the end of a line, cuts a name or a value at a NUL, joins
/// a line that begins with a blank to the one before it, and passes over blanks in the request line;
/// and it says nothing of any of them. But it parses in place: it puts zeros over what ends a part
/// (the blank behind the method and behind the target, the colon, both bytes of CR LF), moves
/// nothing, and knows the size of the whole. So in a head that was made by the rules each part begins
/// right behind the end of the one before it, and the last one ends where the head does:
///
///     GET 0 /v1/hello 0 HTTP/1.1 0 0 Host 0 _ localhost 0 0 Accept 0 _ * 0 0 0 0
///
/// Where a lone LF comes together with a NUL right beside it, or with a line that is nothing but a
/// colon, the same zeros can be left behind, and nothing is seen; and a line in front of the request
/// that begins with a NUL is passed over as if it were empty. No program that a request can have come
/// through lets a NUL or a field without a name pass, so nobody can be made to see another request
/// there.
package struct HeadLayout {
    /// The size of the head, with the empty line at its end.
    private let size: Int
    /// Where the next field's name has to begin, counted from the method.
    private var next: Int
    /// Whether every part was where it has to be.
    private var isTidySoFar: Bool

    /// A head whose first line has these parts; places are counted from the first byte of the
    /// method.
    package init(size: Int, method: Int, target: Range<Int>, version: Range<Int>) {
        self.size = size
        next = version.upperBound + 2
        isTidySoFar =
            target.lowerBound == method + 1 && version.lowerBound == target.upperBound + 1
    }

    /// Takes the next field.
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

    /// Whether all of the head is accounted for.
    package var isTidy: Bool { isTidySoFar && next + 2 == size }
}
