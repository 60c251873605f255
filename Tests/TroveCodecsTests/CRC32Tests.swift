import Testing
import TroveCodecs

@Suite struct CRC32Tests {
    /// The check value that descriptions of the checksum give.
    @Test func hasTheCheckValue() {
        #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(CRC32.of([]) == 0)
    }
}
