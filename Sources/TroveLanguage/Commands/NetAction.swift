/// The network that `net` simulates under the real one.
package enum NetAction: Sendable, Equatable {
    /// None: the network is what it is.
    case auto
    /// Nothing gets through.
    case off
    /// Every message takes so much longer.
    case slow(milliseconds: Int)
    /// So many messages of a hundred are lost. The same seed loses the same ones; without one,
    /// chance decides.
    case flaky(percent: Int, seed: UInt64?)
}
