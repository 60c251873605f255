import TroveTesting

/// Measures commands on standard input that add books to a durable library, against SQLite's shell.
func addAgainstSQLite(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    workshop.note("add: \(sizes.runs) runs of each")
    let books = (0..<sizes.added).lazy.map { SampleBook(at: $0) }
    let script = try workshop.write(books.map(\.command), to: "add.trove")
    let statements = try workshop.write(
        [[tableOfBooks], books.map(\.statement), ["COMMIT;\n"]].joined(), to: "add.sql")
    let medians = try sideBySide(runs: sizes.runs) { side in
        workshop.remove("new.db")
        let new = workshop.path("new.db")
        switch side {
        case .ours: return try workshop.duration(addCommand, workshop.trove.path, new, script)
        case .theirs:
            return try workshop.duration(
                "sqlite3 \"$1\" <\"$2\" >/dev/null", new, statements)
        }
    }
    let plain = try workshop.write(
        [[plainHead], books.map(\.statement), ["COMMIT;\n"]].joined(), to: "plain.sql")
    let floor = try sideBySide(runs: sizes.runs) { side in
        workshop.remove("new.db")
        let new = workshop.path("new.db")
        switch side {
        case .ours: return try workshop.duration(addCommand, workshop.trove.path, new, script)
        case .theirs:
            return try workshop.duration("sqlite3 \"$1\" <\"$2\" >/dev/null", new, plain)
        }
    }
    clear(workshop)
    let what = "\(sizes.added.grouped) lines that add a book"
    return [
        Comparison(what, ours: medians.ours, "sqlite3", medians.theirs, target: 0.8),
        Comparison(
            "\(what), into a plain table", ours: floor.ours, "sqlite3", floor.theirs, target: 1.5),
    ]
}

/// A table with the same columns and the same durability as in Trove.
let tableOfBooks = """
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE book (
        number INTEGER PRIMARY KEY NOT NULL, id BLOB NOT NULL, title TEXT, author TEXT,
        isbn TEXT, genre TEXT, pages INTEGER, page INTEGER, description TEXT, state TEXT,
        note TEXT, rating REAL, shelves TEXT, cover TEXT, "lent-to" TEXT, "lent-on" TEXT,
        due TEXT);
    BEGIN;

    """

/// A table of the assigned columns only, with SQLite's default journal.
private let plainHead = """
    CREATE TABLE book (
        id BLOB, title TEXT, author TEXT, genre TEXT, pages INTEGER, page INTEGER, state TEXT,
        rating REAL, note TEXT);
    BEGIN;

    """

/// Measures the same against Taskwarrior, with a tenth of the items.
func addAgainstTaskwarrior(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    workshop.note("task: \(sizes.runs) runs of each")
    let script = try workshop.write(
        (0..<sizes.added).lazy.map { SampleBook(at: $0).command }, to: "add.trove")
    let tasks = try workshop.write(
        (0..<sizes.tasks).lazy.map { SampleBook(at: $0).task }, to: "tasks.json")
    let medians = try sideBySide(runs: sizes.runs) { side in
        switch side {
        case .ours:
            workshop.remove("new.db")
            return try workshop.duration(
                addCommand, workshop.trove.path, workshop.path("new.db"), script)
        case .theirs:
            try workshop.run("rm -rf \"$1\" && mkdir \"$1\"", workshop.path("tasks"))
            let once = try workshop.duration(
                """
                TASKRC=/dev/null TASKDATA="$1" exec task rc.confirmation=off rc.verbose=nothing \
                rc.gc=off rc.hooks=off import "$2" >/dev/null
                """, workshop.path("tasks"), tasks)
            return once * (sizes.added / sizes.tasks)
        }
    }
    clear(workshop)
    return [
        Comparison(
            "\(sizes.added.grouped) lines that add a book, \(sizes.added / sizes.tasks) imports of "
                + "\(sizes.tasks.grouped)", ours: medians.ours, "task", medians.theirs, target: 0.1)
    ]
}

private let addCommand = "exec \"$1\" --library \"$2\" <\"$3\" >/dev/null"

private func clear(_ workshop: Workshop) {
    for name in ["new.db", "add.trove", "add.sql", "plain.sql", "tasks.json"] {
        workshop.remove(name)
    }
    _ = try? workshop.run("rm -rf \"$1\"", workshop.path("tasks"))
}
