/// Why a photo cannot be transferred now.
package enum PhotoTrouble: Sendable, Hashable {
    /// The server does not have it yet: the device that has it has not uploaded it.
    case isNotThere
    /// It has more bytes than a server accepts.
    case isTooLarge(limit: Int)
    /// The account's storage for photos on the server is full.
    case noRoom
    /// The server does not store photos.
    case takesNone
    /// The server refused it, with this message.
    case refused(String)
    /// What the server sent is not this photo.
    case isWrong
    /// The library's folder for photos cannot be read or written.
    case isUnusable

    /// Whether it holds for all photos that are to be uploaded.
    var concernsAll: Bool { self == .noRoom || self == .takesNone }

    /// Whether the user is told. That a photo is not on the server yet is normal.
    var isNews: Bool { self != .isNotThere }
}
