import TroveLanguage
import TroveModel
import TroveStore

/// Resolving references to items.
extension CommandContext {
    /// Returns the items that references name, each once, in order.
    ///
    /// - Parameters:
    ///   - references: the references.
    ///   - operation: the operation on the items that the server may have to confirm; nil for none.
    ///     It is checked before any question, so that no answer is followed by a refusal.
    ///   - check: throws if the command does not apply to a kind. Items of such a kind inside a
    ///     range are skipped with a warning.
    /// - Returns: the items; at least one for each reference.
    /// - Throws: `CommandFailure` if a reference names no item, or a condition selects none; the
    ///   error of the check if the command applies to no item of a range.
    func items(
        _ references: [Spanned<Reference>], for operation: Operation? = nil,
        checking check: (Kind) throws -> Void = { _ in }
    ) throws -> [Item] {
        var seen: Set<ItemNumber> = []
        return try references.flatMap { reference in
            let items = try items(reference, for: operation)
            if case .range = reference.value { return try applicable(items, check) }
            var checked: Set<KindIndex> = []
            do {
                for item in items where checked.insert(item.kind).inserted {
                    try check(kinds[item.kind])
                }
            } catch let failure as CommandFailure {
                throw failure.at(reference, among: references)
            }
            return items
        }.filter { seen.insert($0.number).inserted }
    }

    /// Returns the items of a range that a command applies to, and warns about the others.
    ///
    /// - Throws: the first error of the check if it applies to none.
    func applicable(_ items: [Item], _ check: (Kind) throws -> Void) throws -> [Item] {
        // Each kind is checked once, because an error looks for similar names.
        var results: [KindIndex: Result<Void, any Error>] = [:]
        var skipped: [(item: Item, error: any Error)] = []
        let applicable = items.filter { item in
            let result = results[item.kind] ?? Result { try check(kinds[item.kind]) }
            results[item.kind] = result
            guard case .failure(let error) = result else { return true }
            skipped.append((item, error))
            return false
        }
        if let first = skipped.first {
            guard !applicable.isEmpty else { throw first.error }
            say(.warning(Message.skipped(skipped, kinds)))
        }
        return applicable
    }

    /// Returns the reference that names an item of several: by its number, or by its title.
    func reference(
        to item: Item, among references: [Spanned<Reference>]
    ) -> Spanned<Reference>? {
        references.first { reference in
            switch reference.value {
            case .number(let number): number == item.number
            case .range(let range): range.contains(item.number)
            case .title(let title):
                Folding.name(item.title).starts(with: Folding.name(title))
            case .result, .it, .selection: false
            }
        }
    }

    func item(_ reference: Spanned<Reference>) throws -> Item {
        switch reference.value {
        case .number(let number): try item(numbered: number, at: reference.span)
        case .range(let range): try item(numbered: range.lowerBound, at: reference.span)
        case .title(let title): try item(titled: title, at: reference.span)
        case .result(let number):
            throw CommandFailure(.isResult(number), at: reference.span)
        case .selection(let selection):
            try onlyItem(selectedBy: selection, at: reference.span)
        case .it:
            if let it = session.it, let item = try library.item(numbered: it) {
                item
            } else {
                throw CommandFailure(.nothingIsIt, at: reference.span)
            }
        }
    }

    /// Returns the items that a reference names. A title is searched for among `kinds`; nil stands
    /// for those of the library.
    func items(
        _ reference: Spanned<Reference>, among kinds: [KindIndex]? = nil,
        for operation: Operation? = nil
    ) throws -> [Item] {
        if case .selection(let selection) = reference.value {
            return try items(
                selectedBy: selection, at: reference.span, among: kinds, for: operation)
        }
        if case .title(let title) = reference.value {
            return [try item(titled: title, at: reference.span, among: kinds)]
        }
        guard case .range(let range) = reference.value else { return [try item(reference)] }
        let items = try library.items(numbered: range).filter { isReferable($0.kind) }
        guard !items.isEmpty else {
            throw CommandFailure(.noSuchNumber(range.lowerBound), at: reference.span)
        }
        return items
    }

    private func item(numbered number: ItemNumber, at span: Range<Int>) throws -> Item {
        guard let item = try library.item(numbered: number), isReferable(item.kind) else {
            throw CommandFailure(
                .noSuchNumber(number, title: try title(beginningWith: number)), at: span)
        }
        return item
    }

    /// Returns the title that is this number, else the only title that begins with it, such as
    /// "2001: A Space Odyssey"; nil if no title or several do. Large kinds are not loaded for this
    /// hint, and then only a title that is the number itself is found.
    private func title(beginningWith number: ItemNumber) throws -> String? {
        let digits = "\(number)"
        var titles: [String] = []
        var areAll = true
        for kind in kinds.titled {
            if !library.isLoaded(kind) {
                let last = try library.storedItems.lastNumber(of: kind)?.rawValue ?? 0
                guard last <= Self.maximumCompared else {
                    areAll = false
                    continue
                }
                try library.loadAll(kind)
            }
            let found = library.rows(of: kind, titleBeginningWith: digits, limit: 12)
            titles += found.rows.map { library.catalog.item(kind, at: $0).title }
            areAll = areAll && found.total == found.rows.count
        }
        if titles.contains(digits) { return digits }
        let whole = titles.filter { title in
            title.dropFirst(digits.count).first.map { !$0.isNumber } ?? false
        }
        return areAll && whole.count == 1 ? whole[0] : nil
    }

    /// The maximum number of titles that are compared to give a hint.
    static var maximumCompared: Int { 20_000 }

    /// Returns whether a number can name items of a kind: not definitions, nor items of a kind that
    /// is hidden.
    private func isReferable(_ kind: KindIndex) -> Bool {
        kinds.isShown(kind) || kinds.retired.contains(kind)
    }

    /// Returns the item with the title, else the only item whose title begins with it.
    func item(
        titled title: String, at span: Range<Int>, among chosen: [KindIndex]? = nil
    ) throws -> Item {
        let key = Folding.name(title)
        var whole: [Item] = []
        var beginnings: [Item] = []
        var total = 0
        for kind in chosen ?? kinds.titled {
            try library.loadAll(kind)
            // Only the first 12 matches are loaded; the others are counted.
            let found = library.rows(of: kind, titleBeginningWith: title, limit: 12)
            let items = found.rows.map { library.catalog.item(kind, at: $0) }
            whole += items.filter { Folding.name($0.title) == key }
            beginnings += items
            total += found.total
        }
        if whole.count == 1 { return whole[0] }
        if whole.count > 1 {
            throw CommandFailure(
                .ambiguousTitle(title, whole, total: whole.count, kinds), at: span)
        }
        if beginnings.count == 1, total == 1 { return beginnings[0] }
        guard beginnings.isEmpty else {
            throw CommandFailure(
                .ambiguousTitle(title, beginnings, total: total, kinds), at: span)
        }
        let alike = titlesAlike(title, among: chosen ?? kinds.titled)
        if alike.count == 1 { return alike[0] }
        if alike.count > 1 {
            throw CommandFailure(
                .ambiguousTitle(title, alike, total: alike.count, kinds), at: span)
        }
        if chosen == nil, let record = try record(titled: title) {
            throw CommandFailure(.catalogue(.isRecord(record)), at: span)
        }
        if kinds.index(of: title) != nil { throw CommandFailure(.namesKind(title), at: span) }
        let meant = try titlesBehindKind(title)
        let nearest = meant.isEmpty ? nearestTitles(to: title) : meant
        let isUnique =
            nearest.first.map { hasOneItem(titled: $0, among: chosen ?? kinds.titled) } ?? false
        throw CommandFailure(.noSuchTitle(title, nearest: nearest, isUnique: isUnique), at: span)
    }

    /// Whether exactly one item has a title. The kinds are loaded.
    private func hasOneItem(titled title: String, among chosen: [KindIndex]) -> Bool {
        let key = Folding.name(title)
        let count = chosen.reduce(0) { count, kind in
            let found = library.rows(of: kind, titleBeginningWith: title, limit: 12)
            return count
                + found.rows.count { Folding.name(library.catalog.item(kind, at: $0).title) == key }
        }
        return count == 1
    }

    /// Returns the items whose titles differ from a text only in accents and the shapes of
    /// quotation marks and hyphens. The kinds are loaded.
    private func titlesAlike(_ title: String, among chosen: [KindIndex]) -> [Item] {
        let key = Folding.search(title)
        return chosen.flatMap { kind in
            library.catalog.tables[kind]
                .rows(matching: .contains(field: Kind.titleIndex, [title]))
                .map { library.catalog.item(kind, at: $0) }
                .filter { Folding.search($0.title) == key }
        }
    }

    /// Returns the first record of a finished item with the title. Only a number can refer to a
    /// record.
    private func record(titled title: String) throws -> Item? {
        for kind in kinds.indices where kinds.isRecord(kind) {
            try library.loadAll(kind)
            let found = library.rows(of: kind, titleBeginningWith: title, limit: 1)
            if let row = found.rows.first { return library.catalog.item(kind, at: row) }
        }
        return nil
    }

    /// Returns the titles whose spelling is compared with a text: in a large library, those that
    /// begin with the same three letters.
    func comparedTitles(for text: String, of kinds: [KindIndex]) -> [String] {
        let beginning = library.catalog.count > Self.maximumCompared ? String(text.prefix(3)) : ""
        return kinds.flatMap { kind in
            library.rows(of: kind, titleBeginningWith: beginning, limit: Self.maximumCompared)
                .rows
                .map { library.catalog.item(kind, at: $0).title }
        }
    }

    /// Returns the titles that a text means if its first word is a kind, as in `show book dune`;
    /// empty for any other text, and if there are too many titles.
    private func titlesBehindKind(_ text: String) throws -> [String] {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let kind = kinds.index(of: words[0]), kinds.titled.contains(kind)
        else { return [] }
        try library.loadAll(kind)
        let found = library.rows(of: kind, titleBeginningWith: words[1], limit: 3)
        guard found.total <= 3 else { return [] }
        return found.rows.map { library.catalog.item(kind, at: $0).title }
    }

    /// Returns titles similar to one that was not found: by their spelling, or else by the
    /// beginning of one of their words.
    private func nearestTitles(to title: String) -> [String] {
        guard !ReferenceProblem.asksForAll(title) else { return [] }
        // Any short title is similar to a text of one or two letters.
        let isShort = Folding.search(title).count < 3
        let titles = isShort ? [] : comparedTitles(for: title, of: kinds.titled)
        let near = Nearest.names(to: title, among: titles)
        guard near.isEmpty else { return near }
        // The text may begin a word of a title. A match inside a word would not be a typing
        // mistake.
        let pattern = TextPattern(title, upTo: .wordBeginnings)
        return kinds.titled.flatMap { kind in
            let containing = library.catalog.tables[kind]
                .rows(
                    matching: .contains(field: Kind.titleIndex, [title]),
                    limit: Self.maximumCompared
                )
                .map { library.catalog.item(kind, at: $0).title }
            return containing.filter { pattern.match(of: $0) != nil }.prefix(3)
        }
    }
}
