import Testing
import TroveModel
import TroveServer
import TroveSystem

/// What the operator is told about a store that fails.
@Suite struct StoreTroubleTests {
    private let told = Locked<[String]>([])
    private let trouble: StoreTrouble

    init() {
        let told = told
        trouble = StoreTrouble { text in told.withLock { $0.append(text ?? "recovery") } }
    }

    private func at(_ seconds: Int) -> Timestamp { Timestamp(milliseconds: seconds * 1000) }

    private var lines: [String] { told.withLock { $0 } }

    @Test func eachReasonIsToldOnceAMinute() {
        for second in [0, 1, 59] { trouble.note(StoreFault(.busy, "busy"), at: at(second)) }
        trouble.note(StoreFault(.lost, "lost"), at: at(2))
        #expect(lines == ["busy", "lost"])
        trouble.note(StoreFault(.busy, "busy"), at: at(61))
        #expect(lines == ["busy", "lost", "busy"])
        #expect(trouble.count == 5)
    }

    /// While a store fails, some requests may still succeed.
    @Test func aRecoveryIsToldOnceItLasts() {
        trouble.noteSuccess(isWrite: true, at: at(0))
        trouble.note(StoreFault(.busy, "busy"), at: at(0))
        trouble.noteSuccess(isWrite: true, at: at(1))
        trouble.note(StoreFault(.busy, "busy"), at: at(2))
        trouble.noteSuccess(isWrite: true, at: at(6))
        #expect(lines == ["busy"])
        trouble.noteSuccess(isWrite: false, at: at(7))
        trouble.noteSuccess(isWrite: false, at: at(20))
        #expect(lines == ["busy", "recovery"])
        // What fails after that is news.
        trouble.note(StoreFault(.busy, "busy"), at: at(21))
        #expect(lines == ["busy", "recovery", "busy"])
    }

    /// A full disk can be read.
    @Test func aFullDiskRecoversWithAWrite() {
        trouble.note(StoreFault(.full, "full"), at: at(0))
        trouble.noteSuccess(isWrite: false, at: at(30))
        #expect(lines == ["full"])
        trouble.noteSuccess(isWrite: true, at: at(31))
        #expect(lines == ["full", "recovery"])
    }
}
