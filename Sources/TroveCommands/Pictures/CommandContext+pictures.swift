import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveTerminal

/// Photos and covers of items.
extension CommandContext {
    // MARK: Photos

    /// Returns the value of a photo field for what the user typed; `former` is the current value.
    ///
    /// The content of the file is collected and saved when the change is performed. A file that is
    /// not a valid picture is an error, and so is a missing one in place of a stored photo.
    func photo(
        _ typed: String, at span: Range<Int>, insteadOf former: Value?
    ) throws(CommandFailure) -> Value {
        let file: PhotoFile?
        do throws(PhotoProblem) {
            file = try PhotoFile(surroundings.expanding(typed), besides: library)
        } catch {
            throw CommandFailure(.photo(typed, error), at: span)
        }
        guard let file else {
            // The bare name, as shown to the user, means the current photo.
            if case .text(let text)? = former, PhotoValue(text).name == typed { return .text(text) }
            if case .text(let text)? = former, PhotoValue(text).digest != nil,
                PhotoValue(typed).digest == nil
            {
                throw CommandFailure(.photo(typed, .isMissing), at: span)
            }
            if PhotoValue(typed).digest == nil {
                session.command.photos.warn(Message.noSuchPhoto(typed))
            }
            return .text(typed)
        }
        guard library.blobs != nil else {
            session.command.photos.warn(Message.keepsNoPhotos(file.name))
            return .text(file.name)
        }
        session.command.photos.contents[file.digest] = file.bytes
        return .text(PhotoValue(name: file.name, digest: file.digest).text)
    }

    // MARK: Keeping

    /// Saves the photos that the command's changes name, before the changes are performed.
    func keepPhotos() throws(CommandFailure) {
        guard !session.command.photos.contents.isEmpty, let blobs = library.blobs, !isRehearsal
        else {
            return
        }
        session.hasNewPhotos = true
        for (digest, bytes) in session.command.photos.contents {
            do throws(BlobFolder.Failure) {
                try blobs.keep(bytes, as: digest)
            } catch {
                throw CommandFailure(.photo(blobs.path, .notKept(error)))
            }
        }
        session.command.photos.contents = [:]
    }

    // MARK: Showing

    /// Returns the details of items, with their pictures if the terminal shows pictures.
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

    /// Returns the drawing of an item's photo or cover, or a placeholder for one that is known but
    /// cannot be drawn; nil if the item has no picture.
    private func drawing(
        of item: Item, on screen: PictureScreen
    ) throws(CommandFailure) -> TerminalText? {
        switch picture(of: item) {
        case .file(let path): try drawing(of: item, in: path, on: screen)
        case .missing(let note): placeholder(for: item, note, on: screen)
        case .noPicture: nil
        }
    }

    /// Returns where an item's photo or cover is, without waiting for the network.
    func picture(of item: Item) -> KnownPicture {
        let kind = kinds[item.kind]
        if let field = kind.index(ofRole: .photo), case .text(let text)? = item.values[field] {
            return photo(PhotoValue(text))
        }
        guard kind.index(ofRole: .cover) != nil else { return .noPicture }
        let source = coverSource(of: item)
        switch (covers.find(source.name, at: surroundings.now), source) {
        case (.picture(let path, _), _): return .file(path)
        case (.noCover, .address): return .missing(Message.noCoverFound)
        case (.unknown, .address): return .missing(Message.coverIsNotFetched(item.number))
        case (.noCover, _), (.unknown, _): return .noPicture
        }
    }

    private func photo(_ photo: PhotoValue) -> KnownPicture {
        guard let digest = photo.digest else {
            return .missing(Message.photoIsNamedOnly(photo.name))
        }
        do throws(BlobFolder.Failure) {
            guard let blobs = library.blobs else { throw .isMissing }
            _ = try blobs.read(digest)
            return .file(blobs.file(of: digest))
        } catch {
            return .missing(
                Message.cannotShow(photo.name, error, isFetched: isFetched(digest, after: error)))
        }
    }

    /// Returns whether the next sync tries to replace a damaged picture. The picture is recorded as
    /// missing on the server: the upload finds the damage, and becomes a download.
    private func isFetched(_ digest: SHA256, after failure: BlobFolder.Failure) -> Bool {
        guard case .isDamaged = failure, let account = library.account, account.token != nil,
            !isRehearsal
        else { return false }
        return (try? library.photos.note(digest, isOnServer: false, for: account.device)) != nil
    }

    /// Returns the drawing of a picture file, or a placeholder if it cannot be drawn.
    func drawing(
        of item: Item, in path: String, on screen: PictureScreen
    ) throws(CommandFailure) -> TerminalText {
        var screen = screen
        if screen.colors != nil { screen.format = user?.pictureFormat ?? .symbols }
        do throws(PictureProgram.Failure) {
            return try PictureProgram.draw(
                path, on: screen, within: screen.room, isInterrupted: { self.isInterrupted }
            ).lines
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

/// Where the picture of an item is.
enum KnownPicture {
    /// In a file, at this path.
    case file(String)
    /// Not on this device, for this reason.
    case missing(TerminalText)
    case noPicture
}
