import TroveLanguage
import TroveModel
import TroveTerminal

/// Lists of pictures.
extension CommandContext {
    /// Returns the items that a query finds as small pictures, and those without a picture as a
    /// list. Output that is not a terminal gets the list alone, with a warning.
    func pictureGrid(_ query: Query) throws -> Reply {
        guard var screen = pictureScreen, screen.colors != nil else {
            let reason =
                session.settings.drawsPictures
                ? Message.coversNeedTerminal : Message.picturesAreOff(session.settings.plain)
            return .sequence([try list(query), .warning(reason)])
        }
        let finding = try find(query)
        let found = finding.rows.flatMap { found in
            found.rows.map { (kind: found.kind, row: $0) }
        }
        var pictured: [(item: Item, picture: KnownPicture)] = []
        var others: [KindIndex: [RowIndex]] = [:]
        for (kind, row) in found {
            let item = try Item(finding.catalog.tables[kind].row(at: row), kind, kinds[kind])
            let picture = picture(of: item)
            if case .noPicture = picture {
                others[kind, default: []].append(row)
            } else {
                pictured.append((item, picture))
            }
        }
        guard !pictured.isEmpty else {
            guard !found.isEmpty else { return try list(query) }
            let kinds = others.keys.sorted().map { self.kinds[$0] }
            return .sequence([try list(query), .warning(Message.noPictures(of: kinds))])
        }
        screen.format = user?.pictureFormat ?? .symbols
        let grid = try grid(of: pictured, on: screen)
        let kindsFound = Set(found.map(\.kind))
        let heading = Message.pictures(
            pictured.count, of: found.count,
            kindsFound.count == 1 ? kindsFound.first.map { kinds[$0] } : nil,
            isCutShort: finding.rows.contains(where: \.isCutShort))
        let marks = Set(pictured.compactMap { loanMark(of: $0.item) })
        let legends = LoanText.Mark.allCases.filter(marks.contains).map(Message.legend)
        var replies = [Reply.text(heading), .picture(grid)] + legends.map(Reply.text)
        if !others.isEmpty {
            let sections = try finding.rows.compactMap { found in
                try others[found.kind].map { rows in
                    Listing.Section(
                        kind: found.kind, rows: rows,
                        columns: try columns(query, of: kinds[found.kind]),
                        isCutShort: found.isCutShort)
                }
            }
            replies += [
                .text(""),
                try listing(of: sections, in: finding.catalog, query),
            ]
        }
        return .sequence(replies)
    }

    private func grid(
        of pictured: [(item: Item, picture: KnownPicture)], on screen: PictureScreen
    ) throws(CommandFailure) -> TerminalText {
        var cells: [PictureGrid.Cell] = []
        for (item, picture) in pictured {
            user?.showProgress(
                Double(cells.count) / Double(pictured.count), Message.drawingPictures)
            let mark: TerminalText = loanMark(of: item).map { " \(Message.mark($0))" } ?? ""
            cells.append(
                PictureGrid.Cell(
                    try drawn(picture, of: item, on: screen),
                    caption: "\(item.number)\(mark) \(item.title)"))
        }
        return PictureGrid.drawing(cells, columns: screen.size.columns)
    }

    private func loanMark(of item: Item) -> LoanText.Mark? {
        LoanText(of: kinds[item.kind], today: day).mark { item.values[$0] }
    }

    private func drawn(
        _ picture: KnownPicture, of item: Item, on screen: PictureScreen
    ) throws(CommandFailure) -> DrawnPicture {
        let frame = PictureGrid.frame(TerminalText(item.title))
        guard case .file(let path) = picture else { return frame }
        do throws(PictureProgram.Failure) {
            return try PictureProgram.draw(
                path, on: screen, within: PictureGrid.picture,
                isInterrupted: { self.isInterrupted })
        } catch {
            if error == .isInterrupted { throw CommandFailure(.isInterrupted) }
            return frame
        }
    }
}
