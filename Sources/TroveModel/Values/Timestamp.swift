/// A moment: milliseconds since 1970 in universal time. It is for showing; nothing is ordered by it.
package struct Timestamp: Sendable, Hashable {
    package let milliseconds: Int

    package init(milliseconds: Int) {
        self.milliseconds = milliseconds
    }
}
