import TroveTesting

/// Measures how quickly a server answers a device while 1,000 clients send a byte now and then.
func answerBesideSlowClients(_ workshop: Workshop, _ sizes: Sizes) throws -> [Comparison] {
    workshop.note("server: slow clients")
    let folder = try workshop.emptyFolder("server")
    let server = try SyncServer(store: "\(folder)/trove-server.db", in: workshop)
    let load = try LoadClient(server, users: 1, in: workshop)
    let seconds = sizes.rated * 2
    let alone = try load.measure("push 1 1 \(seconds)")
    try load.ask("slow 1000")
    let beside = try load.measure("push 1 1 \(seconds)")
    let cutOff = try load.ask("cut-off").number("cut_off")
    try load.end()
    try server.stop()
    guard cutOff == 0 else {
        throw AnswersDiffer(answers: ["\(cutOff) slow clients were cut off meanwhile"])
    }
    return [
        Comparison(
            what: "push beside 1,000 slow clients, 99th percentile",
            ours: beside.percentile99.short,
            theirs: "alone \(alone.percentile99.short)",
            reached: .milliseconds(beside.percentile99.milliseconds), target: .milliseconds(100)),
        Comparison(
            what: "push beside 1,000 slow clients, longest",
            ours: beside.longest.short, theirs: "alone \(alone.longest.short)",
            reached: .milliseconds(beside.longest.milliseconds), target: .milliseconds(100)),
    ]
}
