/// The unprivileged user, for tests that run as root, which may read and write everything.
package enum UnprivilegedUser {
    private static let number: UInt32 = 65534

    /// Runs some work on this thread with the file access rights of the unprivileged user. A user
    /// other than root keeps their own.
    package static func accessesFiles<Result, Failure>(
        _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let former = GNULibrary.setFileUser(number)
        defer { _ = GNULibrary.setFileUser(former) }
        return try work()
    }
}
