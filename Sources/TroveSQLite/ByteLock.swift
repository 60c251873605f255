import CSQLite

/// Locks on single bytes of a file, which programs that share the file agree on.
///
/// A lock belongs to the open file: the kernel gives it back when its descriptor is closed, in whatever
/// way the program ends.
package enum ByteLock {
    /// Locks a byte for this open file alone.
    ///
    /// - Returns: false when another has it.
    package static func take(_ place: Int32, of descriptor: Int32) -> Bool {
        trove_lock_byte(descriptor, place, 0) == 0
    }

    /// Gives the lock on a byte back.
    package static func giveBack(_ place: Int32, of descriptor: Int32) {
        trove_unlock_byte(descriptor, place)
    }
}
