/// The user without rights, for tests that run as root: root may read and write everything.
package enum Nobody {
    private static let number: UInt32 = 65534

    /// Does some work in this thread with the rights to files that nobody has in particular; a user
    /// other than root keeps their own.
    package static func accessesFiles<Result, Failure>(
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let former = GNULibrary.setFileUser(number)
        defer { _ = GNULibrary.setFileUser(former) }
        return try work()
    }
}
