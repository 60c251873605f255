import Glibc

/// The system's messages for its error numbers.
package enum SystemError {
    /// Returns the message for a value of `errno`.
    package static func text(_ number: Int32) -> String {
        // The C library owns the text until the next call, so it is copied at once.
        unsafe String(cString: strerror(number))
    }
}
