import TroveHTTP
import TroveLookup
import TroveModel
import TroveStore
import TroveSystem

/// Fetches the covers of the library's items into the cache, one after the other, while the shell
/// waits for keys.
///
/// `step` does a little and never blocks. The shell calls it when it has nothing else to do, and
/// again when `LookupSession.descriptor` becomes readable.
package final class CoverFetcher {
    /// The pause between two covers of any service, even when their addresses are known: background
    /// fetches must not slow down what the user asks for.
    private static let pause: Duration = .seconds(3)
    /// The pause for a kind whose catalogue cannot be reached.
    private static let pauseOffline: Duration = .seconds(60)
    /// The number of rows that a step examines.
    private static let rowsAtOnce = 50

    /// The next row to examine, for each kind.
    private var next: [KindIndex: RowIndex] = [:]
    /// For each kind, the first row whose request found no connection in the current pass.
    private var missed: [KindIndex: RowIndex] = [:]
    /// The uptime until which nothing is requested for a kind.
    private var paused: [KindIndex: Duration] = [:]
    /// The keys of the covers that were requested in this session.
    private var requested: Set<String> = []
    /// Whether a request is running.
    private var isAsking = false
    /// The uptime from which the next cover may be requested.
    private var due: Duration = .zero

    /// Creates a fetcher that has examined nothing.
    package init() {}

    /// Examines some items, or requests a cover, unless the settings forbid it.
    ///
    /// - Returns: whether to call it again at once.
    package func step(_ context: any CommandContext) -> Bool {
        guard context.session.settings.covers == .auto else { return false }
        guard !isAsking else { return false }
        var wait: Duration?
        for kind in context.kinds.indices
        where context.kinds[kind].index(ofRole: .cover) != nil && context.library.isLoaded(kind) {
            if let until = paused[kind], until > MonotonicClock.uptime {
                wait = min(wait ?? until, until)
                continue
            }
            let table = context.library.catalog.tables[kind]
            var start = next[kind] ?? 0
            if start >= table.rows.upperBound, let first = missed.removeValue(forKey: kind) {
                start = first
                next[kind] = first
            }
            let rest = start..<max(start, table.rows.upperBound)
            guard !rest.isEmpty else { continue }
            guard due <= MonotonicClock.uptime else {
                context.lookups.wake(after: due - MonotonicClock.uptime)
                return false
            }
            for row in rest.prefix(Self.rowsAtOnce) {
                next[kind] = row.advanced(by: 1)
                guard table.isAlive(row),
                    let item = try? Item(table.row(at: row), kind, context.kinds[kind])
                else { continue }
                if begin(item, at: row, context) { return false }
            }
            return true
        }
        if let wait { context.lookups.wake(after: max(.zero, wait - MonotonicClock.uptime)) }
        return false
    }

    /// Requests the cover of an item, if nothing is known about it. Returns whether a request was
    /// sent.
    private func begin(
        _ item: Item, at row: RowIndex, _ context: any CommandContext
    ) -> Bool {
        let source = context.coverSource(of: item)
        guard !requested.contains(source.name),
            case .unknown = context.covers.find(source.name, at: context.surroundings.now)
        else { return false }
        requested.insert(source.name)
        let job = Job(
            item: item, row: row, key: source.name, context: context, covers: context.covers)
        let catalogues = context.session.settings.catalogues
        switch source {
        case .address(let address): return fetch(address, job)
        case .isbn(let isbn):
            return fetch(CatalogueServices.cover(of: isbn, catalogues), job)
        case .title(_, _, _, let subject):
            guard let subject else { return false }
            let query = CatalogueQuery(item.title, in: .title, of: subject)
            return ask(SearchLookup(query, catalogues), job) { fetcher, result in
                let entry = context.certainEntry(of: item, in: result.entries)
                _ = fetcher.fetch(entry?.cover, job)
            }
        }
    }

    /// Downloads a picture and caches it. Returns whether a request was sent.
    private func fetch(_ address: String?, _ job: Job) -> Bool {
        guard let address else {
            job.keep(nil)
            return false
        }
        let lookup = PictureLookup(
            address: address, job.context.session.settings.catalogues, isAsked: false)
        return ask(lookup, job) { _, bytes in
            // A picture that is not valid is not cached; `cover` reports it.
            if let cover = try? CoverSource.picture(in: bytes) { job.keep(cover) }
        }
    }

    /// Runs a lookup. Returns false if it cannot be sent.
    private func ask<Question: Lookup>(
        _ lookup: Question, _ job: Job,
        then use: @escaping (CoverFetcher, Question.Answer) -> Void
    ) -> Bool {
        let context = job.context
        guard context.session.settings.badAddress(among: lookup.addresses) == nil else {
            return false
        }
        isAsking = true
        due = MonotonicClock.uptime + Self.pause
        context.lookups.askInBackground(lookup) { [weak self] result in
            guard let self else { return }
            isAsking = false
            switch result {
            case .success(let answer): use(self, answer)
            case .failure(.noConnection):
                // Continue with other kinds, then with the next items, and retry this item after
                // the last one.
                let kind = job.item.kind
                paused[kind] = MonotonicClock.uptime + Self.pauseOffline
                requested.remove(job.key)
                missed[kind] = min(job.row, missed[kind] ?? job.row)
            case .failure: break
            }
        }
        return true
    }

    /// A cover that is being fetched.
    private struct Job {
        let item: Item
        let row: RowIndex
        /// The key in the cache.
        let key: String
        unowned let context: any CommandContext
        let covers: CoverCache

        /// Caches the picture; nil records that the services have none.
        func keep(_ bytes: [UInt8]?) {
            covers.keep(bytes, of: key, at: context.surroundings.now)
        }
    }
}
