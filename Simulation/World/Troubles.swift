import TroveTesting

/// How much goes wrong in one schedule. Each schedule has a few kinds of trouble and not the others:
/// what only happens when something else does not would never be seen if everything went wrong all
/// the time.
struct Troubles {
    /// Of a hundred requests, so many are lost on their way.
    var lostRequests = 0
    /// Of a hundred answers.
    var lostReplies = 0
    /// Of a hundred requests, so many arrive twice, the second time much later.
    var repeats = 0
    /// Of a hundred requests, so many are delayed for up to an hour.
    var delays = 0
    /// Of a hundred requests, so many get an answer of a server in trouble.
    var errors = 0
    /// Of a hundred steps, so many cut or mend the way between a device and the server.
    var partitions = 0
    var kills = 0
    var fullDisks = 0
    var lostTokens = 0
    var serverRestarts = 0
    var restores = 0
    var clones = 0
    var collections = 0
    /// Whether the clocks of the devices are years apart.
    var clocksDiffer = false
    /// The most entries on a page.
    var page = 1000
    /// The most bytes of a push of several operations that the server takes.
    var pushBytes = 1 << 20

    /// None.
    init() {}

    init(using random: inout SeededRandom) {
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
    }
}
