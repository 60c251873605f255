import TroveLookup
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// The wording about photos and covers.
extension Message {
    static func noSuchPhoto(_ path: String) -> TerminalText {
        "\(path): there is no such file; only its name is kept"
    }

    static func keepsNoPhotos(_ name: String) -> TerminalText {
        "this library is kept in memory only, and keeps no pictures: of \(name) only the name is kept"
    }

    /// Returns the text of `cover`, which may follow the picture.
    static func cover(of item: Item, _ kind: Kind, _ header: PictureHeader) -> TerminalText {
        let text: TerminalText = """
            The cover of \(name(of: item, kind)): \(header.width) × \(header.height), \
            \(header.format.rawValue)
            """
        let attributions = CatalogueServices.all.filter { $0.subject == kind.catalogue }
            .compactMap(\.attribution)
        return attributions.reduce(text) { "\($0)\n\($1)" }
    }

    static func hasNoCover(_ item: Item, _ kind: Kind) -> TerminalText {
        "No cover was found for \(name(of: item, kind))."
    }

    // MARK: Transfers

    static func photos(_ count: Int) -> TerminalText { count == 1 ? "1 photo" : "\(count) photos" }

    /// `2 photos wait`
    static func waiting(photos count: Int) -> TerminalText {
        "\(photos(count)) \(count == 1 ? "waits" : "wait")"
    }

    static let waits: TerminalText = "waiting"
    static let carryingPhotos: TerminalText = "photos"

    /// `send the photo ruby.jpg`
    static func summary(of waiting: PhotoPlan.Waiting) -> TerminalText {
        let verb =
            switch waiting.direction {
            case .put: "send"
            case .get: "fetch"
            }
        return "\(verb) the photo \(waiting.photo.name)"
    }

    /// Returns why a photo is not transferred, as it stands behind a colon.
    static func words(_ trouble: PhotoTrouble) -> TerminalText {
        switch trouble {
        case .isNotThere: "it is on another device that has not sent it yet"
        case .isTooLarge(let limit): "a server takes pictures of \(limit >> 20) MiB at most"
        case .noRoom: "the account has no more room for pictures on the server"
        case .takesNone: "the server keeps no pictures"
        case .refused(let words): "the server does not take or give it: \(words)"
        case .isWrong: "what the server gives is not this picture"
        case .isUnusable: "the library's folder for pictures cannot be used"
        }
    }

    /// Returns the warning of a script; nil for an event that is not about a photo.
    static func photoWarning(of event: SyncEvent) -> TerminalText? {
        guard case .photoStays(let photo, let trouble) = event else { return nil }
        return "\(photo.name) stays where it is: \(words(trouble))"
    }

    // MARK: Below a frame

    static func photoIsNamedOnly(_ name: String) -> TerminalText {
        "\(name): the library has only the name"
    }

    static func cannotShow(_ name: String, _ failure: BlobFolder.Failure) -> TerminalText {
        switch failure {
        case .isMissing: "\(name) is on another device"
        case .isDamaged: "\(name): the library's copy is damaged"
        case .isUnusable(_, let failure):
            "\(name): the library's copy cannot be read: \(ErrorReport.words(for: failure))"
        }
    }

    static let noCoverFound: TerminalText = "no cover was found"

    static func coverIsNotFetched(_ number: Int) -> TerminalText {
        "cover \(number) looks for a cover"
    }

    /// Returns why a picture cannot be drawn; empty if the user knows.
    static func cannotDraw(_ failure: PictureProgram.Failure) -> TerminalText {
        switch failure {
        case .isNotInstalled: "install chafa to see pictures"
        case .hasFailed: "chafa could not draw the picture"
        case .cannotBeShown, .isInterrupted: ""
        }
    }
}
