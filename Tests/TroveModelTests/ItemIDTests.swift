import Testing
import TroveModel
import TroveTesting

@Suite struct ItemIDTests {
    /// The layout of RFC 9562, section 5.7: 48 bits of milliseconds, version 7, variant 2.
    @Test func hasTheLayoutOfVersion7() throws {
        try SeededRandom.run { random in
            for _ in 0..<500 {
                let milliseconds = Int.random(in: 0..<1 << 48, using: &random)
                let id = ItemID(at: Timestamp(milliseconds: milliseconds), using: &random)
                #expect(id.high >> 16 == UInt64(milliseconds), "\(random.hint)")
                #expect(id.high >> 12 & 0xF == 7, "\(random.hint)")
                #expect(id.low >> 62 == 2, "\(random.hint)")
            }
        }
    }

    @Test func usesAllItsRandomBits() {
        var random = SeededRandom(seed: 1)
        let time = Timestamp(milliseconds: 0)
        var (high, low): (UInt64, UInt64) = (0, 0)
        for _ in 0..<200 {
            let id = ItemID(at: time, using: &random)
            high |= id.high
            low |= id.low
        }
        #expect(high == 0x7FFF)
        #expect(low == 0xBFFF_FFFF_FFFF_FFFF)
    }

    @Test func sortsByTime() {
        var random = SeededRandom(seed: 2)
        let texts = (0..<100).map { step in
            ItemID(at: Timestamp(milliseconds: 1_700_000_000_000 + step), using: &random)
                .description
        }
        #expect(texts == texts.sorted())
        #expect(Set(texts).count == 100)
    }

    @Test func sortsByTheOrderWithinAMillisecond() throws {
        try SeededRandom.run { random in
            var last: ItemID?
            var texts: [String] = []
            for step in 0..<200 {
                let time = Timestamp(milliseconds: 1_700_000_000_000 + step / 50)
                let id = ItemID(at: time, after: last, using: &random)
                #expect(id.high >> 16 == UInt64(time.milliseconds), "\(random.hint)")
                #expect(id.high >> 12 & 0xF == 7 && id.low >> 62 == 2, "\(random.hint)")
                texts.append(id.description)
                last = id
            }
            #expect(texts == texts.sorted(), "\(random.hint)")
            #expect(Set(texts).count == 200, "\(random.hint)")
        }
    }

    @Test func staysAUUIDWhenTheCounterOverflows() {
        var random = SeededRandom(seed: 4)
        let time = Timestamp(milliseconds: 7)
        let last = ItemID(high: 7 << 16 | 0x7FFF, low: 0xBFFF_FFFF_FFFF_FFFF)
        let id = ItemID(at: time, after: last, using: &random)
        #expect(id.high >> 12 == 7 << 4 | 7)
        #expect(id.low >> 62 == 2)
        #expect(id != last)
    }

    @Test func isWrittenAsAUUID() {
        let id = ItemID(high: 0x0192_F0C1_7B1A_7C3E, low: 0x9D55_0A1B_2C3D_4E5F)
        #expect(id.description == "0192f0c1-7b1a-7c3e-9d55-0a1b2c3d4e5f")
        #expect(ItemID(high: 0, low: 1).description == "00000000-0000-0000-0000-000000000001")
    }

    @Test func survivesItsBytes() throws {
        try SeededRandom.run { random in
            for _ in 0..<200 {
                let id = ItemID(high: random.next(), low: random.next())
                #expect(ItemID(bytes: id.bytes) == id, "\(random.hint)")
            }
        }
        let id = ItemID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)
        #expect(id.bytes == Array(1...16))
        #expect(ItemID(bytes: Array(1...15)) == nil)
        #expect(ItemID(bytes: Array(1...17)) == nil)
    }

    @Test func clampsTimesBefore1970() {
        var random = SeededRandom(seed: 3)
        let id = ItemID(at: Timestamp(milliseconds: -5), using: &random)
        #expect(id.high >> 16 == 0)
    }
}
