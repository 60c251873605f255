import TroveModel
import TroveTerminal

extension Message {
    /// The warning that a table does not define the user's own kinds and fields.
    static let csvHasNoDefinitions: TerminalText =
        "csv does not include the definitions of your own kinds and fields, which another library needs for "
        + "the import; as:json and as:zip include them"

    /// `Exported 3 books, 1 gem to books.csv`
    static func exported(_ counts: [(kind: Kind, count: Int)], to path: String) -> TerminalText {
        let counted = counts.filter { $0.count > 0 }.map { count($0.count, of: $0.kind) }
        return
            "Exported \(counted.isEmpty ? "nothing" : counted.joined(separator: ", ")) to \(path)"
    }

    /// The question before a file is replaced.
    static func replacing(_ path: String) -> TerminalText { "Replace \(path)?" }

    /// The label of the progress bar of an export.
    static let exporting: TerminalText = "writing items"

    /// The warning about a photo whose content is not in the library.
    static func isNotExported(_ name: String) -> TerminalText {
        "the content of the photo \(name) is not in the library, so it is left out"
    }

    /// The warning about items of a retired kind.
    static func isNotExported(_ kind: Kind, _ count: Int) -> TerminalText {
        """
        \(self.count(count, of: kind)) \(count == 1 ? "is" : "are") left out, because the kind is \
        retired; `kind set \(kind.name) retired:no` brings it back
        """
    }

    /// The warning about values of a retired field.
    static func isNotExported(_ field: Field, of kind: Kind, _ count: Int) -> TerminalText {
        """
        \(count == 1 ? "a value" : "\(TerminalText(grouped: count)) values") of \(field.name) \
        \(count == 1 ? "is" : "are") left out, because the field is retired; \
        `kind set \(kind.name) \(field.name) retired:no` brings it back
        """
    }

    /// The warning about values that do not fit the type that their field has now.
    static func misfitsAreNotExported(
        _ field: Field, of kind: Kind, _ count: Int
    ) -> TerminalText {
        """
        \(count == 1 ? "a value" : "\(TerminalText(grouped: count)) values") of \(field.name) of \
        \(kind.plural) \(count == 1 ? "does" : "do") not fit the type of the field and \
        \(count == 1 ? "is" : "are") left out
        """
    }

    /// The warning about a picture that would make a page too large.
    static func isTooLargeForPage(_ name: String) -> TerminalText {
        let limit = PagePicture.maximumBytes / 1_000_000
        return "the picture of \(name) is left out: it is larger than \(limit) MB"
    }

    // MARK: Pages to share

    /// The title of a page with several sections.
    static let pageTitle: TerminalText = "Library"

    /// The heading of the items without a shelf, of a kind with shelves.
    static func notOnShelf(_ kind: Kind) -> TerminalText {
        "\(TerminalText(kind.plural).capitalized) without a shelf"
    }

    /// The last line of a page.
    static func madeOn(_ day: PartialDate) -> TerminalText { "Made with \(name) on \(day)." }

    // MARK: Imported photos

    /// The warning about photos of an imported file whose content is neither in the file nor in the
    /// library.
    static func hasNoContent(_ names: [String], count: Int) -> TerminalText {
        let listed = Phrase.list(names) + (count > names.count ? " …" : "")
        return count == 1
            ? "the photo \(listed) is not in the file: only its name is imported"
            : "\(TerminalText(grouped: count)) photos are not in the file: only their names are imported (\(listed))"
    }

    /// The warning about a photo in an archive that cannot be read, or that is another picture.
    static func isDamagedPhoto(_ name: String) -> TerminalText {
        "the photo \(name) is damaged in the archive: only its name is imported"
    }

    /// The warning about a photo in an archive that is not a valid picture.
    static func isUnfit(_ reason: TerminalText) -> TerminalText {
        "\(reason): only its name is imported"
    }
}
