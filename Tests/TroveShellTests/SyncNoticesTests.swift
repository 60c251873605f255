import Testing
import TroveShell
import TroveSync
import TroveTerminal

/// Sync events on their way to the user, with invented times.
@Suite struct SyncNoticesTests {
    private static let start: UInt64 = 7_000_000_000

    @Test func theFirstEventIsShownAtOnce() {
        var notices = SyncNotices()
        #expect(notices.next(now: Self.start) == .nothing)
        notices.add([.changed(1, devices: ["laptop"])])
        #expect(notices.next(now: Self.start) == .show("1 item changed on laptop."))
        #expect(notices.next(now: Self.start) == .nothing)
    }

    @Test func eventsShortlyAfterShareANotice() {
        var notices = SyncNotices()
        notices.add([.changed(1, devices: ["laptop"])])
        _ = notices.next(now: Self.start)
        notices.add([.changed(2, devices: ["laptop"])])
        let later = Self.start + SyncNotices.interval
        #expect(notices.next(now: later - 1000) == .wait(1000))
        notices.add([.changed(3, devices: ["phone"])])
        #expect(notices.next(now: later - 1) == .wait(1))
        #expect(notices.next(now: later) == .show("5 items changed on laptop, phone."))
        // That notice begins the next interval.
        notices.add([.online])
        #expect(notices.next(now: later) == .wait(Int64(SyncNotices.interval)))
        #expect(notices.next(now: later + SyncNotices.interval) == .show("Online."))
    }

    @Test func aPauseEndsTheInterval() {
        var notices = SyncNotices()
        notices.add([.online])
        _ = notices.next(now: Self.start)
        notices.add([.sent(1)])
        #expect(
            notices.next(now: Self.start + 3 * SyncNotices.interval)
                == .show("Synced 1 queued change."))
    }
}
