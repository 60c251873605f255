import Testing
import TroveLoopback
import TroveModel
import TroveServer
import TroveTesting
import TroveWire

@Suite struct ParkedPollsTests {
    final class Poll: Sendable {
        let number: Int
        init(_ number: Int) { self.number = number }
    }

    /// The same with lists that are scanned, and without a queue.
    struct Model {
        struct Entry {
            let poll: Int
            let user: UserID
            let deadline: Duration
        }

        var entries: [Entry] = []
        var wakes: [UserID: UInt64] = [:]
        var wakeCount: UInt64 = 0

        mutating func park(
            _ poll: Int, user: UserID, deadline: Duration, seen: UInt64, limit: Int
        ) -> (isParked: Bool, tooMany: Int?) {
            guard wakes[user] ?? 0 <= seen else { return (false, nil) }
            entries.append(Entry(poll: poll, user: user, deadline: deadline))
            let own = entries.filter { $0.user == user }
            guard own.count > limit, let oldest = own.first else { return (true, nil) }
            entries.removeAll { $0.poll == oldest.poll }
            return (true, oldest.poll)
        }

        mutating func wake(_ user: UserID) -> [Int] {
            wakeCount += 1
            wakes[user] = wakeCount
            return take { $0.user == user }
        }

        mutating func due(_ now: Duration) -> [Int] { take { $0.deadline <= now } }

        private mutating func take(_ isTaken: (Entry) -> Bool) -> [Int] {
            defer { entries.removeAll(where: isTaken) }
            return entries.filter(isTaken).map(\.poll)
        }
    }

    @Test func agreeWithTheModel() throws {
        try SeededRandom.run { random in
            var polls = ParkedPolls<Poll>()
            var model = Model()
            var now: Duration = .zero
            for number in 0..<5000 {
                let user = UserID(rawValue: Int.random(in: 1...8, using: &random))
                switch Int.random(in: 0..<10, using: &random) {
                case 0..<6:
                    let deadline = now + .seconds(Int.random(in: 0...50, using: &random))
                    // Sometimes the poll was checked before the last few wakes.
                    let seen =
                        polls.wakeCount
                        - min(
                            polls.wakeCount, UInt64.random(in: 0...3, using: &random))
                    let expected = model.park(
                        number, user: user, deadline: deadline, seen: seen, limit: 4)
                    switch polls.park(
                        Poll(number), user: user, deadline: deadline, seen: seen, limit: 4)
                    {
                    case .missed: #expect(!expected.isParked, "\(random.hint)")
                    case .parked(let tooMany):
                        #expect(expected.isParked, "\(random.hint)")
                        #expect(tooMany?.number == expected.tooMany, "\(random.hint)")
                    }
                case 6, 7:
                    #expect(
                        polls.wake(user).map(\.number) == model.wake(user), "\(random.hint)")
                default:
                    now += .seconds(Int.random(in: 0...20, using: &random))
                    #expect(
                        polls.due(now).map(\.number).sorted() == model.due(now).sorted(),
                        "\(random.hint)")
                    #expect(polls.nextDeadline.map { $0 > now } ?? true, "\(random.hint)")
                }
                #expect(polls.count == model.entries.count, "\(random.hint)")
                let earliest = model.entries.map(\.deadline).min()
                // A deadline of a poll that is gone may still be the next one.
                if let earliest {
                    #expect(
                        polls.nextDeadline.map { $0 <= earliest } == true, "\(random.hint)")
                }
            }
            #expect(
                polls.removeAll().map(\.number) == model.entries.map(\.poll), "\(random.hint)")
            #expect(polls.count == 0 && polls.nextDeadline == nil, "\(random.hint)")
        }
    }

    /// The memory for wakes is bounded, and forgetting old ones loses no notification.
    @Test func manyUsersAreWoken() {
        var polls = ParkedPolls<Poll>()
        for user in 0..<10_000 { _ = polls.wake(UserID(rawValue: user)) }
        let seen = polls.wakeCount
        _ = polls.wake(10_000)
        guard
            case .missed = polls.park(Poll(1), user: 5, deadline: .seconds(1), seen: seen, limit: 4)
        else {
            Issue.record("a wake may have been missed")
            return
        }
        guard
            case .parked = polls.park(
                Poll(2), user: 5, deadline: .seconds(1), seen: polls.wakeCount, limit: 4)
        else {
            Issue.record("nothing was missed")
            return
        }
    }
}
