/// Why a picture does not travel now.
package enum PhotoTrouble: Sendable, Hashable {
    /// The server does not have it: the device that it comes from has not given it yet.
    case isNotThere
    /// It has more bytes than a server takes.
    case isTooLarge(limit: Int)
    /// The account's pictures have no more room on the server.
    case noRoom
    /// The server keeps no pictures.
    case takesNone
    /// The server says no, in its words.
    case refused(String)
    /// What the server gave is not the picture, or is none.
    case isWrong
    /// The library's folder does not take it, or does not give it.
    case isUnusable

    /// Whether it is so for every picture that is to be put.
    var concernsAll: Bool { self == .noRoom || self == .takesNone }

    /// Whether people are told. That a picture is not there yet is no news.
    var isNews: Bool { self != .isNotThere }
}
