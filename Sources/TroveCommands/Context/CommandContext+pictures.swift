import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Photos of things, and pictures from catalogues.
extension CommandContext {
    // MARK: Photos

    /// What a field for a photo holds when somebody typed this for it, in place of what it held.
    ///
    /// A file's content is gathered, to be kept when the change is made. A file that is no picture,
    /// or a broken one, is an error.
    func photo(
        _ typed: String, at span: Range<Int>, insteadOf former: Value?
    ) throws(CommandFailure) -> Value {
        let file: PhotoFile?
        do throws(PhotoProblem) {
            file = try PhotoFile(typed, besides: library)
        } catch {
            throw CommandFailure(.photo(typed, error), at: span)
        }
        guard let file else {
            // The name alone stands for the picture that is there, as people see it.
            if case .text(let text)? = former, PhotoValue(text).name == typed { return .text(text) }
            if PhotoValue(typed).digest == nil {
                session.photos.warn(Message.noSuchPhoto(typed))
            }
            return .text(typed)
        }
        guard library.blobs != nil else {
            session.photos.warn(Message.keepsNoPhotos(file.name))
            return .text(file.name)
        }
        session.photos.contents[file.digest] = file.bytes
        return .text(PhotoValue(name: file.name, digest: file.digest).text)
    }

    // MARK: Keeping

    /// Keeps the photos that the command's changes name, before they are made.
    func keepPhotos() throws(CommandFailure) {
        guard let blobs = library.blobs else { return }
        if !session.photos.contents.isEmpty { session.hasNewPhotos = true }
        for (digest, bytes) in session.photos.contents {
            do throws(BlobFolder.Failure) {
                try blobs.keep(bytes, as: digest)
            } catch {
                throw CommandFailure(.photo(blobs.path, .notKept(error)))
            }
        }
        session.photos.contents = [:]
    }

    // MARK: Showing

    /// All there is to say about things, with their pictures where the terminal shows them.
    func pictured(_ items: [Item]) throws -> Reply {
        let marks = try library.outbox.marks()
        guard let screen = pictureScreen else { return .details(items, marks: marks) }
        var replies: [Reply] = []
        for item in items {
            if !replies.isEmpty { replies.append(.text("")) }
            replies.append(.details([item], marks: marks))
            if let drawing = try drawing(of: item, on: screen) { replies.append(.picture(drawing)) }
        }
        return .sequence(replies)
    }

    /// A thing's photo or cover, or what stands in for it; nil for a thing that has none to show.
    private func drawing(
        of item: Item, on screen: PictureScreen
    ) throws(CommandFailure) -> TerminalText? {
        let kind = kinds[item.kind]
        if let field = kind.index(ofRole: .photo), case .text(let text)? = item.values[field] {
            return try drawing(ofPhoto: PhotoValue(text), of: item, on: screen)
        }
        guard kind.index(ofRole: .cover) != nil else { return nil }
        // Showing waits for no network.
        switch covers.find(coverSource(of: item).name, at: surroundings.now) {
        case .picture(let path, _): return try drawing(of: item, in: path, on: screen)
        case .none: return placeholder(for: item, Message.noCoverFound, on: screen)
        case .unknown:
            return placeholder(for: item, Message.coverIsNotFetched(item.number), on: screen)
        }
    }

    private func drawing(
        ofPhoto photo: PhotoValue, of item: Item, on screen: PictureScreen
    ) throws(CommandFailure) -> TerminalText {
        guard let digest = photo.digest else {
            return placeholder(for: item, Message.photoIsNamedOnly(photo.name), on: screen)
        }
        let path: String
        do throws(BlobFolder.Failure) {
            guard let blobs = library.blobs else { throw .isMissing }
            _ = try blobs.read(digest)
            path = blobs.file(of: digest)
        } catch {
            return placeholder(for: item, Message.cannotShow(photo.name, error), on: screen)
        }
        return try drawing(of: item, in: path, on: screen)
    }

    /// The picture in a file, or what stands in for it when it cannot be drawn.
    func drawing(
        of item: Item, in path: String, on screen: PictureScreen
    ) throws(CommandFailure) -> TerminalText {
        do throws(PictureProgram.Failure) {
            return try PictureProgram.draw(
                path, on: screen, isInterrupted: { self.isInterrupted })
        } catch {
            if error == .isInterrupted { throw CommandFailure(.isInterrupted) }
            return placeholder(for: item, Message.cannotDraw(error), on: screen)
        }
    }

    private func placeholder(
        for item: Item, _ note: TerminalText, on screen: PictureScreen
    ) -> TerminalText {
        PicturePlaceholder.drawing(
            title: TerminalText(item.title), note: note, columns: screen.size.columns - 1)
    }
}
