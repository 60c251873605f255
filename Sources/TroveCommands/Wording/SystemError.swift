import Glibc

/// The system's own words for its error numbers.
package enum SystemError {
    static func text(_ number: Int32) -> String {
        // The text is the C library's, and stays until the next call; it is copied at once.
        unsafe String(cString: strerror(number))
    }
}
