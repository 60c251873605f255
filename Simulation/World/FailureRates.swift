import TroveTesting

/// The failure rates of a schedule. Each schedule has only some kinds of failure, because bugs that
/// need one kind without another would never show if all happened at once.
struct FailureRates {
    /// Lost requests, in percent.
    var lostRequests = 0
    /// Lost replies, in percent.
    var lostReplies = 0
    /// Requests that arrive again much later, in percent.
    var repeats = 0
    /// Requests delayed by up to an hour, in percent.
    var delays = 0
    /// Requests answered by a failing server, in percent.
    var errors = 0
    /// Steps that cut or restore a device's connection, in percent.
    var partitions = 0
    var kills = 0
    var fullDisks = 0
    var lostTokens = 0
    var serverRestarts = 0
    var restores = 0
    var clones = 0
    var collections = 0
    /// Steps that disconnect a device for a while, in percent.
    var disconnections = 0
    /// Whether the clocks of the devices differ by years.
    var clocksDiffer = false
    /// The most entries of a page.
    var page = 1000
    /// The most bytes of a push with several operations that the server accepts.
    var pushBytes = 1 << 20

    /// Whether no failure ends the token of a device: neither the server's loss of it, nor a log-in
    /// of a copy of its library, nor the end of an inactive device.
    var endNoTokens: Bool { lostTokens == 0 && restores == 0 && clones == 0 && collections == 0 }

    /// No failures.
    init() {}

    /// - Parameters:
    ///   - isFormer: whether the schedule once failed: it must stay as it was, without
    ///     disconnections.
    ///   - random: the source.
    init(isFormer: Bool, using random: inout SeededRandom) {
        func some(_ choices: Int..., of random: inout SeededRandom) -> Int {
            choices.randomElement(using: &random) ?? 0
        }
        lostRequests = some(0, 0, 5, 25, of: &random)
        lostReplies = some(0, 5, 15, 40, of: &random)
        repeats = some(0, 5, 30, of: &random)
        delays = some(0, 5, 20, of: &random)
        errors = some(0, 0, 5, 20, of: &random)
        partitions = some(0, 4, 10, of: &random)
        kills = some(0, 0, 3, 10, of: &random)
        fullDisks = some(0, 0, 0, 8, of: &random)
        lostTokens = some(0, 0, 0, 3, of: &random)
        serverRestarts = some(0, 0, 3, of: &random)
        restores = some(0, 0, 0, 6, of: &random)
        clones = some(0, 0, 0, 3, of: &random)
        collections = some(0, 0, 0, 3, of: &random)
        clocksDiffer = Bool.random(using: &random)
        page = some(1000, 1000, 2, 3, 5, of: &random)
        pushBytes = some(1 << 20, 1 << 20, 700, of: &random)
        if !isFormer { disconnections = some(0, 0, 0, 4, of: &random) }
    }
}
