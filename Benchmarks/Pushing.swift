import TroveTesting

/// Measures pushes of a server on each of its stores, against the store without the server.
func pushToServer(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    try onEachStore(workshop) { store in
        workshop.note("server: pushes, \(store.name)")
        return try store.compare(
            "pushes of 1 operation, 64 devices",
            .init(verb: "push", devices: 64, size: 1, seconds: sizes.rated), runs: sizes.runs)
            + store.compare(
                "pushes of 100 operations, 8 devices",
                .init(verb: "push", devices: 8, size: 100, seconds: sizes.rated), runs: sizes.runs)
    }
}

/// Measures pulls from a server on each of its stores, against the store without the server.
func pullFromServer(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    try onEachStore(workshop) { store in
        workshop.note("server: pulls, \(store.name)")
        let entries = 1000
        try store.load.ask("fill 8 \(entries)")
        // Every program reads books of its own.
        let filling = ServerStore.Command(verb: "push", devices: 8, size: 500, seconds: 2)
        for ceiling in store.ceilings { _ = try ceiling.measure(filling) }
        return try store.compare(
            "pulls of 1,000 entries, 8 devices",
            .init(verb: "pull", devices: 8, size: entries, seconds: sizes.rated), runs: sizes.runs)
    }
}

/// Runs `measure` on a server on SQLite, and on one on PostgreSQL.
private func onEachStore(
    _ workshop: Workshop, _ measure: (ServerStore) throws -> [Comparison]
) throws -> [Comparison] {
    let sqlite = try ServerStore.sqlite(in: workshop)
    var rows = try measure(sqlite)
    try sqlite.end()
    let database = try PostgresUnderTest(on: .durable)
    let postgres = try ServerStore.postgres(database, in: workshop)
    rows += try measure(postgres)
    try postgres.end()
    _ = try workshop.emptyFolder("server")
    return rows
}
