import CSQLite

/// Locks on single bytes of a file, with meanings that the programs sharing the file agree on.
///
/// A lock belongs to the open file description. The kernel releases it when the descriptor closes,
/// however the program ends.
package enum ByteLock {
    /// Locks a byte exclusively, without blocking.
    ///
    /// - Returns: false if another open file description holds the lock.
    package static func take(_ place: Int32, of descriptor: Int32) -> Bool {
        trove_lock_byte(descriptor, place, 0) == 0
    }

    /// Releases the lock on a byte.
    package static func release(_ place: Int32, of descriptor: Int32) {
        trove_unlock_byte(descriptor, place)
    }
}
