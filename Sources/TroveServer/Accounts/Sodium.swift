import CSodium

/// libsodium, made ready before its first use.
///
/// Pointers that are handed to it live until the call returns, and it keeps none of them.
enum Sodium {
    /// Whether it can be used: it cannot where the system gives no randomness.
    static let isReady = sodium_init() >= 0
}
