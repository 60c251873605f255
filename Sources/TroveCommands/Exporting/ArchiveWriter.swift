import TroveCodecs
import TroveExchange
import TroveModel
import TroveTerminal

/// Writes an archive with the items as JSON, their photos, and their cached covers.
struct ArchiveWriter: ExportWriter {
    private let context: any CommandContext
    private var items: TroveWriter
    private var archive: ZipWriter
    private var photos: [PhotoValue] = []
    private var covers: [CoverSource] = []
    private var seenPhotos: Set<SHA256> = []
    private var seenCovers: Set<String> = []
    private(set) var warnings: [TerminalText] = []

    init(_ context: any CommandContext, exported: [KindIndex]) throws {
        self.context = context
        items = TroveWriter(.json, context.kinds, exported: exported)
        let now = LocalTime(context.surroundings.now)
        archive = try ZipWriter(
            year: now.date.year, month: now.date.month ?? 1, day: now.date.day ?? 1,
            hour: now.hour, minute: now.minute)
        try archive.begin(TroveArchive.items)
    }

    var bytes: [UInt8] { archive.bytes }

    mutating func removeBytes() { archive.removeBytes() }

    mutating func append(_ row: some ItemRow, of index: KindIndex) throws {
        try items.append(row, of: index)
        if items.bytes.count > 1 << 16 { deflate() }
        let kind = context.kinds[index]
        if let field = kind.index(ofRole: .photo), case .text(let text)? = try row.value(field) {
            let photo = PhotoValue(text)
            if let digest = photo.digest, seenPhotos.insert(digest).inserted {
                photos.append(photo)
            }
        }
        if kind.index(ofRole: .cover) != nil {
            let source = context.coverSource(of: try Item(row, index, kind))
            if seenCovers.insert(source.name).inserted { covers.append(source) }
        }
    }

    mutating func finish(flush: (inout ArchiveWriter, Double) throws -> Void) throws {
        items.finish()
        deflate()
        try archive.end()
        let pictures = Double(photos.count + covers.count)
        for (index, photo) in photos.enumerated() {
            try flush(&self, Double(index) / pictures)
            guard let digest = photo.digest else { continue }
            guard let content = context.content(of: digest) else {
                warnings.append(Message.isNotExported(photo.name))
                continue
            }
            try archive.store(
                content.bytes, as: TroveArchive.name(ofPhoto: digest, content.header.format))
        }
        for (index, source) in covers.enumerated() {
            guard let content = context.content(ofCover: source) else { continue }
            try flush(&self, Double(photos.count + index) / pictures)
            try archive.store(
                content.bytes, as: TroveArchive.name(ofCover: source.name, content.header.format))
        }
        try archive.finish()
    }

    private mutating func deflate() {
        archive.write(items.bytes)
        items.removeBytes()
    }
}
