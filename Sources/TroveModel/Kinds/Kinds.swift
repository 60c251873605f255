/// The kinds of a library: those that the program supports, and those that the library defines.
///
/// It is an immutable class, because every command passes it around, and a copy of a structure with
/// these lists retains each of them.
package final class Kinds: Sendable {
    /// The kinds that the user sees, in display order.
    package let all: [Kind]
    /// The kinds that files and servers may hold. Items and changes refer to a kind by its position
    /// in this list: the kinds that the program supports, those that were replaced by others, the
    /// kind of the definitions, and the kinds that the library defines, hidden ones included.
    package let stored: [Kind]
    /// The positions of the kinds that the user sees, in display order.
    package let indices: [KindIndex]
    /// The kinds whose items a title names: all but those that record what was finished, so that a
    /// finished item stays unambiguous.
    package let titled: [KindIndex]
    /// The position of the kind whose items are definitions; nil if a library cannot define kinds.
    package let definitions: KindIndex?
    /// All definitions that the library has ever had, in their order.
    package let known: [Definition]
    /// The subjects of the definitions that this version cannot read.
    package let unreadable: [String]
    /// The subjects of the known definitions that the library no longer has, because their commands
    /// were undone. Their kinds and fields are hidden like retired ones.
    let undone: Set<String>
    private let base: Base
    /// Whether the items of each kind record that items of another kind reached their last state.
    private let areRecords: [Bool]
    /// The kind of the records of each kind.
    private let recordKinds: [KindIndex?]

    /// The kinds that the program supports.
    private struct Base: Sendable, Equatable {
        let all: [Kind]
        let retired: [Kind]
        let definitions: Kind?

        var stored: [Kind] { all + retired + (definitions.map { [$0] } ?? []) }
    }

    /// Creates the list of the kinds that a program supports.
    ///
    /// - Parameters:
    ///   - all: the kinds, in display order.
    ///   - retired: the kinds that others replaced. Their items are converted when a library is
    ///     opened for writing.
    ///   - definitions: the kind whose items define kinds and fields; nil for none.
    package convenience init(_ all: [Kind], retired: [Kind] = [], definitions: Kind? = nil) {
        let base = Base(all: all, retired: retired, definitions: definitions)
        self.init(base, base.stored, known: [], unreadable: [], undone: [])
    }

    /// Creates the list of the kinds of a library.
    ///
    /// - Parameters:
    ///   - builtIn: the kinds that the program supports.
    ///   - stored: these kinds with the fields that the library defines, followed by its own kinds.
    ///   - known: the definitions.
    ///   - unreadable: the subjects of the definitions that cannot be read.
    ///   - undone: the subjects of the known definitions that the library no longer has.
    convenience init(
        builtIn: Kinds, _ stored: [Kind], known: [Definition], unreadable: [String],
        undone: Set<String>
    ) {
        self.init(builtIn.base, stored, known: known, unreadable: unreadable, undone: undone)
    }

    private init(
        _ base: Base, _ stored: [Kind], known: [Definition], unreadable: [String],
        undone: Set<String>
    ) {
        self.base = base
        self.stored = stored
        self.known = known
        self.unreadable = unreadable
        self.undone = undone
        definitions =
            base.definitions.map { _ in KindIndex(base.all.count + base.retired.count) }
        let own = base.stored.count
        indices = stored.positions(of: KindIndex.self).filter { index in
            index.rawValue < base.all.count
                || index.rawValue >= own && !stored[index].isRetired
        }
        let all = indices.map { stored[$0] }
        self.all = all
        let areRecords = stored.map { kind in all.contains { $0.completions == kind.name } }
        self.areRecords = areRecords
        titled = indices.filter { !areRecords[$0.rawValue] }
        recordKinds = stored.map { kind in
            kind.completions.flatMap { list in stored.firstPosition { $0.name == list } }
        }
    }

    /// The kinds that are built into Trove.
    package static let standard = Kinds(
        [.book, .gem, .movie, .read], retired: [.plannedRead], definitions: .definition)

    /// The kinds that the program supports, without what the library defines.
    package var builtIn: Kinds { Kinds(base, base.stored, known: [], unreadable: [], undone: []) }

    /// The positions of all kinds in `stored`.
    package var storedIndices: Range<KindIndex> { stored.positions() }

    /// Returns the position of the kind with exactly this name in files and on the server.
    package func index(ofStored name: String) -> KindIndex? {
        stored.firstPosition { $0.storedName == name }
    }

    /// Returns the position of the kind with this name, plural or synonym, regardless of case.
    package func index(of name: String) -> KindIndex? {
        firstIndex { $0.isCalled(name) }
            ?? {
                let lowered = name.lowercased()
                return firstIndex { $0.isCalled(lowered) }
            }()
    }

    /// Returns the retired kind of the library with this name, plural or synonym, regardless of
    /// case.
    package func retiredKind(called name: String) -> Kind? {
        let lowered = name.lowercased()
        return index(of: name) == nil
            ? stored.first {
                $0.isOwn && $0.isRetired && !undone.contains($0.storedName)
                    && $0.isCalled(lowered)
            } : nil
    }

    /// Returns whether the definition of a kind was undone.
    package func isUndone(_ kind: Kind) -> Bool { undone.contains(kind.storedName) }

    /// Returns the definitions of a kind, except those that were undone.
    package func definitions(of kind: Kind) -> [Definition] {
        kind.definitions.filter { !undone.contains($0.subject) }
    }

    /// Returns a kind without the fields whose definitions were undone.
    package func withoutUndone(_ kind: Kind) -> Kind {
        let fields = kind.fields.filter { field in
            !field.isOwn || !undone.contains(Definition(field, of: kind).subject)
        }
        return fields.count == kind.fields.count ? kind : kind.having(fields)
    }

    /// Returns the position of the kind with exactly this name, including replaced kinds.
    package func index(named name: String) -> KindIndex? {
        stored.firstPosition { $0.name == name }
    }

    /// Returns whether the items of a kind record that items of another kind reached their last
    /// state.
    package func isRecord(_ index: KindIndex) -> Bool { areRecords[index] }

    /// Returns the kind whose items record that the items of a kind reached their last state; nil
    /// if that is not recorded.
    package func recordKind(of index: KindIndex) -> KindIndex? { recordKinds[index] }

    /// Returns whether the user sees the items of a kind.
    package func isShown(_ index: KindIndex) -> Bool { indices.contains(index) }

    /// The positions of the kinds that were replaced by others.
    package var retired: Range<KindIndex> {
        KindIndex(base.all.count)..<KindIndex(base.all.count + base.retired.count)
    }

    /// Returns all kinds that the user sees, with their positions.
    package func enumerated() -> Zip2Sequence<[KindIndex], [Kind]> { zip(indices, all) }

    /// Returns the position of the first kind that satisfies the condition, or nil.
    package func firstIndex(where isWanted: (Kind) -> Bool) -> KindIndex? {
        indices.first { isWanted(stored[$0]) }
    }

    /// The kind at a position in `stored`.
    package subscript(index: KindIndex) -> Kind { stored[index] }
}

extension Kinds: Equatable {
    package static func == (left: Kinds, right: Kinds) -> Bool {
        left === right
            || left.base == right.base && left.stored == right.stored && left.known == right.known
                && left.unreadable == right.unreadable
    }
}
