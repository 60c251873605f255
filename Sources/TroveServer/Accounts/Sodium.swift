import CSodium

/// Initializes libsodium before its first use.
///
/// Pointers that are passed to libsodium live until the call returns, and it keeps none of them.
enum Sodium {
    /// Whether libsodium is usable; false if the system provides no randomness.
    static let isReady = sodium_init() >= 0
}
