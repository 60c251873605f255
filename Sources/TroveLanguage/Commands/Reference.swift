/// How a command names things.
package enum Reference: Sendable, Equatable {
    case number(Int)
    /// `7-9`: all things with numbers from the first to the last.
    case range(ClosedRange<Int>)
    /// A whole title, or the beginning of one.
    case title(String)
    /// The thing last added, shown or changed.
    case it
}
