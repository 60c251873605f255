package import TroveModel

/// What a line says, understood as far as it can be without looking at the collection. A kind is
/// its position among the kinds.
package enum Command: Sendable {
    case add(kind: Int, title: Spanned<String>, [Assignment], isConfirmed: Bool)
    case set([Spanned<Reference>], [Assignment])
    case edit(Spanned<Reference>)
    case delete([Spanned<Reference>], isConfirmed: Bool)
    /// To a state; without one, to the next on the ladder.
    case advance([Spanned<Reference>], to: Spanned<String>?)
    case page(Spanned<Reference>, Spanned<PageTarget>)
    case rate(Spanned<Reference>, Spanned<String>)
    case note(Spanned<Reference>, Spanned<String>)

    case list(Query)
    case count(Query)
    case show([Spanned<Reference>])
    /// Makes this the kind that `add` adds to.
    case use(kind: Int)
    /// Of a month, and the gems that fit; without one, of all months.
    case birthstones(Spanned<Month>?)

    case search(Search)
    /// The next results of the last search.
    case more
    case take(Taking)
    /// Puts things of the library, or results, on the read list.
    case read([Spanned<Reference>])
    case unread([Spanned<Reference>])
    /// What is on the read list; the query names no kind.
    case reads(Query)
    case isbn(Spanned<String>, isConfirmed: Bool)
    /// Fetches and shows the cover of something.
    case cover(Spanned<Reference>)
    /// The codes in a file; without one, those that are typed.
    case scan(Spanned<String>?, isConfirmed: Bool)

    /// Puts things on a shelf.
    case shelve([Spanned<Reference>], on: Spanned<String>)
    case unshelve([Spanned<Reference>], from: Spanned<String>)
    /// What stands on a shelf; without one, the shelves.
    case shelves(Spanned<String>?)
    /// What is wanted; the query may name more conditions.
    case wishlist(Query)
    case lend(Spanned<Reference>, to: Spanned<String>, due: Spanned<String>?)
    case giveBack([Spanned<Reference>])
    case loans
    /// Of a kind, else of all; of a year, else of this one.
    case statistics(kind: Int?, year: Int?)

    case export(Export)
    case importing(Import)

    case undo(isSkipping: Bool)
    case redo
    /// Of one item; without one, of the whole library. How many commands at most.
    case log(Spanned<Reference>?, limit: Int?)
    case snapshot(SnapshotAction)
    case check

    /// To the server at an address; without one, to the one that the environment names.
    case connect(Spanned<String>?, isConfirmed: Bool)
    case disconnect(isConfirmed: Bool)
    /// A password is never part of a command: it is asked for, or stands in a file.
    case signUp(
        email: Spanned<String>, name: Spanned<String>, passwordFile: Spanned<String>?,
        isConfirmed: Bool)
    case logIn(email: Spanned<String>, passwordFile: Spanned<String>?, isConfirmed: Bool)
    case logOut
    case whoAmI
    case devices(DevicesAction)
    /// The files that the old and the new password stand in.
    case changePassword(old: Spanned<String>?, new: Spanned<String>?)

    case status
    case sync
    case queue(QueueAction)
    case conflicts
    /// The conflict with the number that `conflicts` shows; without one, all of them.
    case resolve(Spanned<Int>?, Side)
    case policy(PolicyAction)
    /// Without one, the network is shown.
    case net(NetAction?)

    /// For a verb or a kind; without one, the list of verbs.
    case help(Spanned<String>?)
    case source(Spanned<String>)
    /// Without one, the aliases are shown.
    case alias(Alias?)
    case history
    case echo(String)
    /// Without one, all settings are shown.
    case settings(Setting?)
    case notices
    case quit
}

/// `field:value`, or `field:` which clears.
package struct Assignment: Sendable {
    /// As it was typed; perhaps no field has this name.
    package let field: Spanned<String>
    /// Nil clears the field.
    package let value: Spanned<String>?
    /// The whole argument.
    package let span: Range<Int>

    package init(field: Spanned<String>, value: Spanned<String>?, span: Range<Int>) {
        self.field = field
        self.value = value
        self.span = span
    }
}

/// Where `page` goes: to a page, so many pages on or back, or to 0 to 100 percent of the total.
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
    /// One word, which then stands at the start of commands.
    package let name: Spanned<String>
    /// What the name stands for; nil forgets it.
    package let command: String?
}

/// A setting, and the value it is to have.
package struct Setting: Sendable {
    /// As it was typed; perhaps there is no such setting.
    package let name: Spanned<String>
    /// Nil shows the setting.
    package let value: Spanned<String>?
}
