import TroveCodecs
import TroveExchange
import TroveModel
import TroveStore
import TroveTerminal

/// Brings the photos and covers of imported items into the library, and notes the photos whose
/// content is missing.
struct PictureImport {
    private let context: any CommandContext
    private let pictures: ImportPictures?
    /// Whether nothing is stored.
    private let isPreview: Bool
    /// For each kind, whether its items may have photos.
    private let hasPhotos: [Bool]
    private var seen: Set<SHA256> = []
    private var missing: [String] = []
    private var missingCount = 0
    private var keptCovers = 0
    /// The number of covers after which the cache is checked for its size.
    private static let coversPerCheck = 500

    /// The largest number of missing photos that are named.
    private static let shown = 5

    init(_ pictures: ImportPictures?, isPreview: Bool, _ context: any CommandContext) {
        self.pictures = pictures
        self.isPreview = isPreview
        self.context = context
        hasPhotos = context.kinds.stored.map { $0.index(ofRole: .photo) != nil }
    }

    /// Returns whether items of a kind may have pictures that `bring` stores.
    func concerns(_ kind: KindIndex) -> Bool { pictures != nil || hasPhotos[kind] }

    /// Stores the photo of an item before the change that names it, and its cover.
    mutating func bring(_ item: Item) throws {
        let kind = context.kinds[item.kind]
        if let field = kind.index(ofRole: .photo), case .text(let text)? = item.values[field] {
            try bring(PhotoValue(text))
        }
        guard let pictures, !isPreview, kind.index(ofRole: .cover) != nil else { return }
        let source = context.coverSource(of: item)
        let now = context.surroundings.now
        guard let cover = try? pictures.cover(of: source.name),
            case .unknown = context.covers.find(source.name, at: now),
            (try? PictureHeader(cover)) != nil
        else { return }
        context.covers.keep(cover, of: source.name, at: now, makesRoom: false)
        keptCovers += 1
        if keptCovers.isMultiple(of: Self.coversPerCheck) { context.covers.makeRoom() }
    }

    /// Stores the photo of an item that the library has already, if its content is missing there
    /// and the file has it.
    mutating func restore(_ item: Item) throws {
        guard let pictures, let field = context.kinds[item.kind].index(ofRole: .photo),
            case .text(let text)? = item.values[field], let digest = PhotoValue(text).digest,
            pictures.hasPhoto(digest)
        else { return }
        try bring(PhotoValue(text))
    }

    private mutating func bring(_ photo: PhotoValue) throws {
        guard let digest = photo.digest, seen.insert(digest).inserted,
            context.library.blobs.map({ !$0.has(digest) }) ?? true
        else { return }
        guard let blobs = context.library.blobs else {
            context.session.command.photos.warn(Message.keepsNoPhotos(photo.name))
            return
        }
        guard let bytes = try content(digest, of: photo) else { return }
        guard !isPreview else { return }
        do throws(BlobFolder.Failure) {
            try blobs.keep(bytes, as: digest)
        } catch {
            throw CommandFailure(.photo(blobs.path, .notKept(error)))
        }
        context.session.hasNewPhotos = true
    }

    /// Returns the valid content of a photo; nil if the file lacks it or it is not a picture, which
    /// is noted.
    private mutating func content(_ digest: SHA256, of photo: PhotoValue) throws -> [UInt8]? {
        let bytes: [UInt8]?
        do throws(ImportFailure) {
            bytes = try pictures?.photo(digest)
        } catch {
            context.session.command.photos.warn(Message.isDamagedPhoto(photo.name))
            return nil
        }
        guard let bytes else {
            missingCount += 1
            if missing.count < Self.shown { missing.append(photo.name) }
            return nil
        }
        do throws(PictureFailure) {
            _ = try PictureHeader(bytes)
        } catch {
            context.session.command.photos.warn(
                Message.isUnfit(ErrorReport.message(for: error, photo.name).0))
            return nil
        }
        guard SHA256(of: bytes) == digest else {
            context.session.command.photos.warn(Message.isDamagedPhoto(photo.name))
            return nil
        }
        return bytes
    }

    /// Removes the oldest covers if there are too many now, and warns about the photos whose
    /// content is missing.
    func finish() {
        if keptCovers > 0 { context.covers.makeRoom() }
        guard missingCount > 0 else { return }
        context.session.command.photos.warn(Message.hasNoContent(missing, count: missingCount))
    }
}
