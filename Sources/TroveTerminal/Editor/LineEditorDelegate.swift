/// What the line editor asks the program for.
///
/// Every call comes on the thread that reads the line, while it waits for a key.
package protocol LineEditorDelegate: AnyObject {
    /// What fits at the cursor.
    ///
    /// - Parameters:
    ///   - line: The line as it is; the newlines of a paste are `⏎` in it.
    ///   - cursor: The place in the line, as a UTF-8 offset.
    /// - Returns: The candidates and what they take the place of; `Completion.none` for none.
    func completion(of line: String, cursor: Int) -> Completion

    /// Does a slice of background work, some 2 ms, because no key is there; true when there is
    /// more to do. After false the editor sleeps until something happens.
    func idle() -> Bool

    /// Descriptors that are polled together with the terminal; asked before each wait.
    var wakeDescriptors: [Int32] { get }

    /// One of the descriptors is readable or closed. It must be read, or be gone from
    /// `wakeDescriptors`, when this returns; `LineEditor.printAbove` may be used.
    func woken(by descriptor: Int32)
}

extension LineEditorDelegate {
    /// No background work.
    package func idle() -> Bool { false }

    /// Nothing to wait for.
    package var wakeDescriptors: [Int32] { [] }

    /// Nothing to do.
    package func woken(by descriptor: Int32) {}
}
