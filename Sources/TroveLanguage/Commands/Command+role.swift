extension Command {
    /// Whether it changes things of the collection.
    package var isChange: Bool {
        switch self {
        case .add, .set, .edit, .delete, .advance, .page, .rate, .note, .undo, .redo: true
        case .take, .read, .unread, .isbn, .scan: true
        case .shelve, .unshelve, .lend, .giveBack: true
        case .importing(let file): !file.isPreview
        default: false
        }
    }

    /// Whether what it does or says depends on what the server has.
    package var concernsServer: Bool {
        switch self {
        case .add, .set, .edit, .delete, .advance, .page, .rate, .note, .undo, .redo, .list, .count,
            .show, .cover, .birthstones, .log, .snapshot, .status, .queue, .conflicts, .resolve:
            true
        case .take, .read, .unread, .reads, .isbn, .scan: true
        case .shelve, .unshelve, .shelves, .wishlist, .lend, .giveBack, .loans, .statistics: true
        case .export, .importing: true
        case .search, .more: false
        case .use, .connect, .disconnect, .signUp, .logIn, .logOut, .whoAmI, .devices,
            .changePassword, .sync, .policy, .net, .help, .source, .alias, .history, .echo,
            .settings, .notices, .quit:
            false
        }
    }
}
