import Testing
import TroveExchange

@Test func aRecordHasNoCellBeyondItsLast() {
    #expect(TableRecord()[0].isEmpty)
}
