import Glibc

/// A call to the operating system that failed in the kit itself, not in the program under test.
package struct SystemCallError: Error, CustomStringConvertible {
    /// The call, with the path it was about when it had one: `open /tmp/x`.
    package let call: String
    /// The value of `errno`.
    package let code: Int32

    /// Takes the error of the call that has just failed.
    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    /// The call and the system's words for the error.
    package var description: String {
        // The text is the thread's own until its next `strerror`, and is copied at once.
        guard let text = unsafe strerror(code) else { return "\(call): error \(code)" }
        return unsafe "\(call): \(String(cString: text))"
    }
}
