import Testing
import TroveModel
import TroveShell
import TroveStore
import TroveSync
import TroveTerminal

/// Sync events on their way to the user, with invented times.
@Suite struct SyncNoticesTests {
    private static let start: Duration = .seconds(7)

    /// The event that a device has added gems with these numbers.
    private static func added(_ numbers: ClosedRange<Int>, by device: String) -> SyncEvent {
        let kinds = Kinds.standard
        guard let gem = kinds.index(of: "gem") else { return .online }
        let changes = numbers.map { number in
            var values: [Value?] = kinds[gem].fields.map { _ in nil }
            values[Kind.titleIndex] = .text("Gem \(number)")
            return Change(
                kind: gem, number: ItemNumber(number),
                id: ItemID(high: 0, low: UInt64(number)), action: .create(values))
        }
        var arrived = ArrivedChanges()
        arrived.add(changes, from: device) { "Gem \($0.number)" }
        return .changed(arrived)
    }

    @Test func theFirstEventIsShownAtOnce() {
        var notices = SyncNotices(kinds: .standard)
        #expect(notices.next(now: Self.start) == .nothing)
        notices.add([Self.added(1...1, by: "laptop")])
        #expect(notices.next(now: Self.start) == .show(#"laptop: added gem "Gem 1"."#))
        #expect(notices.next(now: Self.start) == .nothing)
    }

    @Test func eventsShortlyAfterShareANotice() {
        var notices = SyncNotices(kinds: .standard)
        notices.add([Self.added(1...1, by: "laptop")])
        _ = notices.next(now: Self.start)
        notices.add([Self.added(2...3, by: "laptop")])
        let later = Self.start + SyncNotices.interval
        #expect(notices.next(now: later - .milliseconds(9)) == .wait(.milliseconds(9)))
        notices.add([Self.added(4...4, by: "phone"), Self.added(5...9, by: "laptop")])
        #expect(notices.next(now: later - .nanoseconds(1)) == .wait(.nanoseconds(1)))
        #expect(
            notices.next(now: later)
                == .show(
                    #"laptop: added gem "Gem 2"; added gem "Gem 3"; and 5 more items. "#
                        + #"phone: added gem "Gem 4"."#))
    }

    /// While events go on, each notice comes after twice the time, up to a limit.
    @Test func aStreamOfEventsIsToldLessAndLess() {
        var notices = SyncNotices(kinds: .standard)
        var now = Self.start
        var pauses: [Duration] = []
        notices.add([.online])
        #expect(notices.next(now: now) == .show("Online."))
        for _ in 1...7 {
            notices.add([.online])
            guard case .wait(let pause) = notices.next(now: now) else {
                Issue.record("no pause")
                return
            }
            pauses.append(pause)
            now += pause
            #expect(notices.next(now: now) == .show("Online."))
        }
        #expect(pauses == [250, 500, 1000, 2000, 4000, 4000, 4000].map { .milliseconds($0) })
        // What comes after a quiet interval is told at once, and begins the shortest one.
        now += SyncNotices.longestInterval
        notices.add([.online])
        #expect(notices.next(now: now) == .show("Online."))
        notices.add([.online])
        #expect(notices.next(now: now) == .wait(SyncNotices.interval))
    }

    /// An import on another device arrives in pages; one notice at its end counts them.
    @Test func aBurstIsOneNotice() {
        var notices = SyncNotices(kinds: .standard)
        var now = Self.start
        for page in 0..<5 {
            notices.add([Self.added(page * 500 + 1...page * 500 + 500, by: "laptop")])
            #expect(notices.next(now: now) == .wait(SyncNotices.burstPause))
            now += .milliseconds(400)
            #expect(notices.next(now: now) == .wait(.milliseconds(600)))
        }
        now += .milliseconds(600)
        #expect(
            notices.next(now: now)
                == .show(
                    #"laptop: added gem "Gem 1"; added gem "Gem 2"; and 2,498 more items."#))
        #expect(notices.next(now: now) == .nothing)
    }

    /// A burst that goes on is told after a while.
    @Test func anEndlessBurstIsTold() {
        var notices = SyncNotices(kinds: .standard)
        var now = Self.start
        var shown = 0
        while now < Self.start + .seconds(61) {
            notices.add([Self.added(1...500, by: "laptop")])
            if case .show = notices.next(now: now) { shown += 1 }
            now += .milliseconds(500)
        }
        #expect(shown == 2)
    }

    @Test func sentChangesAreCountedAtTheEnd() {
        var notices = SyncNotices(kinds: .standard)
        notices.isSending = true
        notices.add([.sent(500, titles: ["Dune", "Emma"])])
        #expect(notices.next(now: Self.start) == .nothing)
        notices.add([.sent(40, titles: ["Kindred"])])
        notices.isSending = false
        guard case .show(let notice) = notices.next(now: Self.start) else {
            Issue.record("no notice")
            return
        }
        #expect(notice.rendered.hasPrefix("Sent: 540 changes (\"Dune\", \"Emma\""), "\(notice)")
    }

    /// The items of a first sync are counted, not named; everything else is told meanwhile.
    @Test func aFirstSyncIsOneNotice() {
        var notices = SyncNotices(kinds: .standard)
        notices.isReceiving = true
        notices.add([.online, Self.added(1...1000, by: "laptop")])
        #expect(notices.next(now: Self.start) == .show("Online."))
        notices.add([Self.added(1001...2000, by: "laptop")])
        let later = Self.start + SyncNotices.longestInterval
        #expect(notices.next(now: later) == .nothing)
        notices.isReceiving = false
        notices.add([Self.added(2001...2500, by: "laptop")])
        #expect(notices.next(now: later) == .show("Received 2,500 items."))
        notices.add([Self.added(1...1, by: "laptop")])
        #expect(
            notices.next(now: later + SyncNotices.longestInterval)
                == .show(#"laptop: added gem "Gem 1"."#))
    }

    @Test func aPauseEndsTheInterval() {
        var notices = SyncNotices(kinds: .standard)
        notices.add([.online])
        _ = notices.next(now: Self.start)
        notices.add([.sent(1, titles: ["Opal"])])
        #expect(
            notices.next(now: Self.start + SyncNotices.interval * 3)
                == .show(#"Sent: 1 change ("Opal")."#))
    }

    @Test(arguments: [
        (2, ["Opal", "Ruby"], #"Sent: 2 changes ("Opal", "Ruby")."#),
        (
            9, ["Opal", "Ruby", "Agate", "Topaz"],
            #"Sent: 9 changes ("Opal", "Ruby", "Agate" and 6 more)."#
        ),
        (1, [], "Sent: 1 change."),
        (
            6, ["Dune", "Dune", "Dune", "Emma", "Opal", "Ruby"],
            #"Sent: 6 changes ("Dune", "Emma", "Opal" and 1 more)."#
        ),
    ])
    func sentChangesAreNamed(_ count: Int, _ titles: [String], _ text: String) {
        var notices = SyncNotices(kinds: .standard)
        notices.add([.sent(count, titles: titles)])
        #expect(notices.next(now: Self.start) == .show(TerminalText(text)))
    }

    @Test func rejectedChangesAreNamed() {
        var notices = SyncNotices(kinds: .standard)
        notices.add([.refused(1, titles: ["Opal"]), .refused(1, titles: ["Ruby"])])
        #expect(
            notices.next(now: Self.start)
                == .show(#"The server rejected 2 changes ("Opal", "Ruby"): see `queue`."#))
    }
}
