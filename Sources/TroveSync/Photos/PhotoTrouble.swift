/// Why a photo cannot be transferred now.
package enum PhotoTrouble: Sendable, Hashable {
    /// The server does not have the photo: the device that added it has not uploaded it yet.
    case isNotThere
    /// The photo exceeds the size limit of the server, in bytes.
    case isTooLarge(limit: Int)
    /// The account's storage for photos on the server is full.
    case noRoom
    /// The server does not store photos.
    case takesNone
    /// The server refused the transfer, with this message.
    case refused(String)
    /// The server sent different content.
    case isWrong
    /// The library's folder for photos cannot be read or written.
    case isUnusable

    /// Whether the failure applies to all uploads.
    var concernsAll: Bool { self == .noRoom || self == .takesNone }

    /// Whether to report the failure to the user. A photo that is not on the server yet is normal.
    var isNews: Bool { self != .isNotThere }
}
