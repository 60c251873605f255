/// What `queue` does with changes that wait for the server. A number is the one that `queue` shows;
/// without one, all are meant.
package enum QueueAction: Sendable {
    case show
    /// Sends again what the server has refused.
    case retry(Spanned<Int>?)
    /// Gives changes up: what they did to the local copy is taken back.
    case drop(Spanned<Int>?, isConfirmed: Bool)
}
