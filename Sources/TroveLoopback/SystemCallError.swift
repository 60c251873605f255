import Glibc
import TroveSystem

/// A system call of the stand-in or of the test kit failed, not one of the program under test.
package struct SystemCallError: Error, CustomStringConvertible {
    /// The call, with its path if it has one: `open /tmp/x`.
    package let call: String
    /// The value of `errno`.
    package let code: Int32

    /// Creates the error of the call that has just failed.
    package init(_ call: String, code: Int32 = errno) {
        self.call = call
        self.code = code
    }

    /// The call and the system's message for the error.
    package var description: String {
        "\(call): \(SystemCall.strerror(code))"
    }
}
