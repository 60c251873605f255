import CSQLite

/// The progress handler of `Connection.backup`.
final class BackupCheck {
    /// The instructions of SQLite's virtual machine between two calls, some milliseconds.
    static let instructions: Int32 = 20_000

    /// Calls the check that SQLite passes on. Any value but 0 interrupts the statement.
    @safe static let handler: @convention(c) (UnsafeMutableRawPointer?) -> Int32 = { context in
        guard let context = unsafe context else { return 0 }
        // `Connection.backup` has passed it, and holds it until the handler is removed.
        return unsafe Unmanaged<BackupCheck>.fromOpaque(context).takeUnretainedValue().goesOn()
            ? 0 : 1
    }

    private let goesOn: () -> Bool

    init(_ goesOn: @escaping () -> Bool) {
        self.goesOn = goesOn
    }
}
