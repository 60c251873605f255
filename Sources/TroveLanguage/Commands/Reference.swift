/// How a command names things.
package enum Reference: Sendable, Equatable {
    case number(Int)
    /// `7-9`: all things with numbers from the first to the last.
    case range(ClosedRange<Int>)
    /// A whole title, or the beginning of one.
    case title(String)
    /// `r2`: the second result of the last search, from 1.
    case result(Int)
    /// The thing last added, shown or changed.
    case it
}
