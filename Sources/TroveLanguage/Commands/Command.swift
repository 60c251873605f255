package import TroveModel

/// What a line says, understood as far as it can be without looking at the collection.
package enum Command: Sendable {
    case add(kind: Int, title: Spanned<String>, [Assignment])
    case set([Spanned<Reference>], [Assignment])
    case edit(Spanned<Reference>)
    case delete([Spanned<Reference>], isConfirmed: Bool)
    case advance([Spanned<Reference>], to: Spanned<String>?)
    case page(Spanned<Reference>, Spanned<PageTarget>)
    case rate(Spanned<Reference>, Spanned<String>)
    case note(Spanned<Reference>, Spanned<String>)

    case list(Query)
    case count(Query)
    case show([Spanned<Reference>])
    case use(kind: Int)
    case birthstones(Spanned<Month>?)

    case undo
    case redo
    case log(Spanned<Reference>?)
    case snapshot(SnapshotAction)

    case help(Spanned<String>?)
    case source(Spanned<String>)
    case alias(Alias?)
    case history
    case echo(String)
    case settings(Setting?)
    case notices
    case quit
}

/// `field:value`, or `field:` which clears.
package struct Assignment: Sendable {
    package let field: Spanned<String>
    package let value: Spanned<String>?
    /// The whole argument.
    package let span: Range<Int>

    package init(field: Spanned<String>, value: Spanned<String>?, span: Range<Int>) {
        self.field = field
        self.value = value
        self.span = span
    }
}

/// Where `page` goes.
package enum PageTarget: Sendable, Equatable {
    case page(Int)
    case forward(Int)
    case back(Int)
    case percent(Int)
}

/// What `snapshot` does.
package enum SnapshotAction: Sendable {
    case save(Spanned<String>)
    case restore(Spanned<String>, isConfirmed: Bool)
    case list

    /// The snapshot's name; nil for the list.
    package var name: Spanned<String>? {
        switch self {
        case .save(let name), .restore(let name, _): name
        case .list: nil
        }
    }
}

/// A short name for the beginning of a command.
package struct Alias: Sendable {
    package let name: Spanned<String>
    /// What the name stands for; nil forgets it.
    package let command: String?
}

/// A setting and the value it is to have; without a value it is shown.
package struct Setting: Sendable {
    package let name: Spanned<String>
    package let value: Spanned<String>?
}
