import TroveCodecs
import TroveLookup
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal

/// Messages about photos and covers.
extension Message {
    static func noSuchPhoto(_ path: String) -> TerminalText {
        "\(path): no such file; only the name is saved"
    }

    static func keepsNoPhotos(_ name: String) -> TerminalText {
        "a library in memory stores no pictures: only the name \(name) is saved"
    }

    /// Returns the line below a cover.
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
        "No cover found for \(name(of: item, kind))."
    }

    /// Returns the warning that the cover of an item was not fetched.
    static func coverWasNotFetched(
        _ item: Item, _ kinds: Kinds, _ failure: CommandFailure
    ) -> TerminalText {
        "the cover of \(name(of: item, kinds[item.kind])) was not fetched: \(ErrorReport(failure).text)"
    }

    // MARK: Grids

    static let coversNeedTerminal: TerminalText =
        "`--covers` needs a terminal that shows pictures; this is the list"
    /// Returns the warning that a setting turns pictures off.
    static func picturesAreOff(_ isPlain: Bool) -> TerminalText {
        let setting: TerminalText = isPlain ? "`settings plain on`" : "`settings pictures off`"
        return "\(setting) turns pictures off; this is the list"
    }
    static let drawingPictures: TerminalText = "drawing pictures"

    /// Returns the warning that no item of these kinds has a picture, with what adds one.
    static func noPictures(of kinds: [Kind]) -> TerminalText {
        var remedies: [TerminalText] = []
        if kinds.contains(where: { $0.index(ofRole: .cover) != nil }) {
            remedies.append("`cover REF` fetches a cover")
        }
        for kind in kinds {
            guard let photo = kind.index(ofRole: .photo) else { continue }
            remedies.append("`set REF \(kind.fields[photo].name):FILE` adds a photo")
            break
        }
        let text: TerminalText = "no picture is known for these items"
        return remedies.isEmpty ? text : "\(text); \(remedies.joined(separator: ", "))"
    }

    /// Returns the heading of a grid of `count` pictures. The kind is nil for items of several
    /// kinds.
    static func pictures(
        _ count: Int, of total: Int, _ kind: Kind?, isCutShort: Bool
    ) -> TerminalText {
        let all = kind.map { Message.count(total, of: $0) } ?? items(total)
        let text: TerminalText =
            count == total
            ? all
            : "\(TerminalText(grouped: count)) of \(all) \(count == 1 ? "has" : "have") a picture"
        return isCutShort ? cutShort(text) : text
    }

    // MARK: Transfers

    static func photos(_ count: Int) -> TerminalText {
        count == 1 ? "1 photo" : "\(TerminalText(grouped: count)) photos"
    }

    /// `2 photos waiting`
    static func waiting(photos count: Int) -> TerminalText {
        "\(photos(count)) waiting"
    }

    static let queued: TerminalText = "queued"
    /// The state in JSON.
    static let waiting: TerminalText = "waiting"
    static let syncingPhotos: TerminalText = "syncing photos"

    /// `send the photo ruby.jpg`
    static func summary(of waiting: PhotoPlan.Waiting) -> TerminalText {
        let verb =
            switch waiting.direction {
            case .put: "send"
            case .get: "fetch"
            }
        return "\(verb) the photo \(waiting.photo.name)"
    }

    /// Returns why a photo is not synced, to follow a colon.
    static func description(of trouble: PhotoTrouble) -> TerminalText {
        switch trouble {
        case .isNotThere: "it is on another device, which has not uploaded it yet"
        case .isTooLarge(let limit):
            "the server accepts pictures of at most \(limit >> 20) MiB; resize it, and set it again"
        case .noRoom: "the account has no space left for pictures on the server"
        case .takesNone: "the server stores no pictures"
        case .refused(let words): "the server rejected the transfer: \(words)"
        case .isWrong: "the server sent a different picture"
        case .isUnusable: "the library's picture folder cannot be used"
        }
    }

    /// Returns the warning about a photo that was not synced; nil for other events.
    static func photoWarning(of event: SyncEvent) -> TerminalText? {
        guard case .photoStays(let photo, let trouble) = event else { return nil }
        return "the photo \(photo.name) was not synced: \(description(of: trouble))"
    }

    // MARK: Below a frame

    static func photoIsNamedOnly(_ name: String) -> TerminalText {
        "\(name): the library has only the name"
    }

    /// Returns why a photo is not shown. `isFetched` tells that the next sync tries to replace a
    /// damaged one.
    static func cannotShow(
        _ name: String, _ failure: BlobFolder.Failure, isFetched: Bool
    ) -> TerminalText {
        switch failure {
        case .isMissing: "\(name) is on another device"
        case .isDamaged where isFetched:
            "\(name): the library's copy is damaged; `sync` tries to download it again"
        case .isDamaged: "\(name): the library's copy is damaged"
        case .isUnusable(_, let failure):
            "\(name): the library's copy cannot be read: \(ErrorReport.description(of: failure))"
        }
    }

    static let noCoverFound: TerminalText = "no cover found"

    static func coverIsNotFetched(_ number: ItemNumber) -> TerminalText {
        "`cover \(number)` fetches one"
    }

    /// Returns why a picture cannot be drawn; empty if the user already knows.
    static func cannotDraw(_ failure: PictureProgram.Failure) -> TerminalText {
        switch failure {
        case .isNotInstalled: "install chafa to see pictures"
        case .hasFailed: "chafa could not draw the picture"
        case .cannotBeShown, .isInterrupted: ""
        }
    }
}
