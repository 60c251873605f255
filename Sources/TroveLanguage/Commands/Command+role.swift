extension Command {
    /// Whether it changes things of the collection.
    package var isChange: Bool {
        switch self {
        case .add, .set, .edit, .delete, .advance, .page, .rate, .note, .shelve, .unshelve, .lend,
            .giveBack, .take, .read, .unread, .isbn, .scan, .undo, .redo:
            true
        case .importing(let file): !file.isPreview
        default: false
        }
    }

    /// Whether what it does or says depends on what the server has.
    package var concernsServer: Bool {
        switch self {
        case .add, .set, .edit, .delete, .advance, .page, .rate, .note, .undo, .redo, .list, .count,
            .show, .cover, .birthstones, .shelve, .unshelve, .shelves, .wishlist, .lend, .giveBack,
            .loans, .statistics, .export, .importing, .take, .read, .unread, .reads, .isbn, .scan,
            .log, .snapshot, .check, .status, .queue, .conflicts, .resolve:
            true
        case .search, .more, .use, .connect, .disconnect, .signUp, .logIn, .logOut, .whoAmI,
            .devices, .changePassword, .sync, .policy, .net, .help, .source, .alias, .history,
            .echo, .settings, .notices, .quit:
            false
        }
    }

    /// Whether it tells what the library holds, so that the person must hear when that is only a copy.
    package var tellsContents: Bool {
        switch self {
        case .list, .count, .show, .cover, .shelves, .wishlist, .loans, .statistics, .export,
            .reads,
            .log, .conflicts:
            true
        default: false
        }
    }
}
