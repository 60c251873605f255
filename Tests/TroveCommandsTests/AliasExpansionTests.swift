import Testing
import TroveCommands
import TroveLanguage

/// Aliases at the beginning of a command, and of a command inside another one.
@Suite struct AliasExpansionTests {
    static let aliases = [
        "old": "as-of yesterday", "sh": "show", "big": "list books pages>300",
        "loop": "watch 5 loop",
        "w": "watch 5 sh",
    ]

    @Test(arguments: [
        ("list", "list"), ("sh 3", "show 3"), ("  sh\t3", "  show\t3"), ("", ""), ("# sh", "# sh"),
        ("as-of yesterday sh 3", "as-of yesterday show 3"),
        ("as-of \"3 days ago\" big", "as-of \"3 days ago\" list books pages>300"),
        ("watch 5 as-of tidy sh 3", "watch 5 as-of tidy show 3"),
        ("old sh 3", "as-of yesterday show 3"), ("old list sh", "as-of yesterday list sh"),
        ("w 3", "watch 5 show 3"), ("loop", "watch 5 loop"), ("as-of sh", "as-of sh"),
        ("explain sh 3", "explain sh 3"), ("alias x sh", "alias x sh"), ("echo sh", "echo sh"),
        ("AS-OF tidy sh 3", "AS-OF tidy show 3"), ("as-of tidy \"sh", "as-of tidy \"sh"),
    ])
    func theAliasOfTheInnerCommandIsExpanded(_ typed: String, _ source: String) {
        #expect(AliasExpansion(of: typed, Self.aliases).source == source)
    }

    // `loop` stands for itself, and is expanded once.

    /// A command that is being typed: the last word may be the beginning of another one, and a
    /// command that is only explained has aliases, too.
    @Test(arguments: [
        ("sh", "sh"), ("sh ", "show "), ("sh 3", "show 3"), ("explain sh 3", "explain show 3"),
        ("alias x sh 3", "alias x show 3"), ("old sh", "as-of yesterday sh"),
        ("w 3", "watch 5 show 3"), ("as-of tidy explain sh", "as-of tidy explain sh"),
    ])
    func aliasesAreExpandedWhileTyping(_ typed: String, _ source: String) throws {
        let expansion = AliasExpansion(of: typed, Self.aliases, isEdited: true)
        #expect(expansion.source == source)
        let end = expansion.position(of: typed.utf8.count)
        #expect(end == source.utf8.count)
        #expect(expansion.place(of: end..<end) == typed.utf8.count..<typed.utf8.count)
        for place in expansion.aliasPlaces {
            let word = try #require(
                String(typed.utf8.dropFirst(place.lowerBound).prefix(place.count)))
            #expect(Self.aliases[word] != nil)
        }
    }

    /// A place in the expansion is found in the typed text; one inside an alias is not.
    @Test(
        arguments: [
            ("sh Nix", "Nix"), ("as-of tidy sh Nix", "Nix"), ("old sh Nix", "Nix"),
            ("old sh Nix", nil),
            ("as-of tidy sh Nix", "tidy"), ("as-of tidy sh Nix", nil),
        ] as [(String, String?)])
    func placesAreThoseOfTheTypedText(_ typed: String, _ word: String?) throws {
        let expansion = AliasExpansion(of: typed, Self.aliases)
        let place = try #require(Self.place(of: word ?? "show", in: expansion.source))
        let correction = expansion.correction(Correction(place, "x"))
        #expect(correction?.span == word.flatMap { Self.place(of: $0, in: typed) })
    }

    private static func place(of word: String, in text: String) -> Range<Int>? {
        text.firstRange(of: word).map { range in
            let low = text.utf8.distance(from: text.startIndex, to: range.lowerBound)
            return low..<low + word.utf8.count
        }
    }
}
