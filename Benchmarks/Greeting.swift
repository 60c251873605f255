import TroveTesting

/// Measures `hello`, against libmicrohttpd with a constant answer of the same length.
func greetServer(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    workshop.note("server: hello")
    let folder = try workshop.emptyFolder("server")
    let server = try SyncServer(store: "\(folder)/trove-server.db", in: workshop)
    let length = try workshop.run("curl -sS \"$1/v1/hello\" | wc -c", server.address).text
    let constant = try Peer(
        compiled: "constant_server", [String(length.filter(\.isNumber))], in: workshop)
    let clients = try [server.address, constant.greeting.text("ready")].map {
        try LoadClient($0, accounts: workshop.path("accounts.txt"), in: workshop)
    }
    let medians = try byTurns(
        runs: sizes.runs,
        clients.map { client in { try client.measure("hello 32 \(sizes.rated)").every } })
    let share = (clients[0].mostProcessor * 100).short
    for client in clients { try client.end() }
    try server.stop()
    try constant.end()
    return [
        Comparison(
            "hello, 32 connections (client \(share) % CPU)", everyOurs: medians[0],
            "constant", every: medians[1], target: 0.5)
    ]
}
