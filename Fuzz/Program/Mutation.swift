import TroveTesting

/// Makes new inputs from those of a corpus.
struct Mutation {
    /// The longest input, in bytes.
    static let longest = 8192
    /// The most changes of an input.
    private static let changes = 8
    /// Bytes that parsers treat as special.
    private static let special =
        Array("\0\t\n\r \"#$%&'()*,-./0:;<=>?@[\\]_{}~".utf8) + [0x7F, 0x80, 0xC3, 0xFF]
    /// Numbers at the limits of types.
    private static let numbers = [
        "-1", "0", "255", "65536", "2147483648", "4294967295", "9223372036854775807",
        "9223372036854775808", "18446744073709551616", "1e999", "0.1",
    ].map { Array($0.utf8) }

    private let corpus: [[UInt8]]
    private var random: SeededRandom

    init(of corpus: [[UInt8]], using random: SeededRandom) {
        self.corpus = corpus.isEmpty ? [[]] : corpus
        self.random = random
    }

    /// Returns an input of the corpus with a few random changes.
    mutating func next() -> [UInt8] {
        var input = pick(from: corpus)
        for _ in 0..<number(from: 1, through: Self.changes) { change(&input) }
        return Array(input.prefix(Self.longest))
    }

    private mutating func change(_ input: inout [UInt8]) {
        let place = number(from: 0, through: input.count)
        let longest = 1 << number(from: 0, through: 8)
        let length = number(from: 0, through: min(input.count - place, longest))
        let part = place..<place + length
        switch number(from: 0, through: 7) {
        case 0 where place < input.count: input[place] ^= 1 << number(from: 0, through: 7)
        case 1 where place < input.count: input[place] = byte()
        case 2: input.insert(pick(from: Self.special), at: place)
        case 3: input.removeSubrange(part)
        case 4: input.insert(contentsOf: input[part], at: place)
        case 5: input.replaceSubrange(part, with: pick(from: Self.numbers))
        case 6:
            let other = pick(from: corpus)
            let start = number(from: 0, through: other.count)
            input.replaceSubrange(place..., with: other[start...])
        default: input.replaceSubrange(part, with: (0..<length).map { _ in byte() })
        }
    }

    private mutating func byte() -> UInt8 { UInt8(number(from: 0, through: 255)) }

    private mutating func number(from first: Int, through last: Int) -> Int {
        Int.random(in: first...last, using: &random)
    }

    /// Returns an element of an array that is not empty.
    private mutating func pick<Element>(from elements: [Element]) -> Element {
        elements[number(from: 0, through: elements.count - 1)]
    }
}
