import Testing
import TroveModel
import TroveTesting

/// Rules for every kind that the language, the catalog and the file rely on.
@Suite struct StandardKindsTests {
    @Test(arguments: Kinds.standard.all.map { Case($0.name, $0, true) })
    func isWellFormed(_ test: Case<Kind, Bool>) throws {
        let kind = test.input
        let names = kind.fields.map(\.name)
        #expect(Set(names).count == names.count)
        for field in kind.fields {
            // The lexer's definition of a field's name.
            #expect(field.name.wholeMatch(of: /[a-z][a-z0-9-]*/) != nil, "\(field.name)")
            #expect(!field.summary.isEmpty && !field.summary.hasSuffix("."), "\(field.name)")
            #expect(!["number", "id", "kind"].contains(field.name), "\(field.name) is JSON's")
            if case .progress(let total) = field.role {
                #expect(names.contains(total), "\(field.name) counts up to no field")
            }
        }
        let title = try #require(kind.fields.first)
        #expect(title.content == .text && title.rank == 1)
        let ranks = kind.fields.compactMap(\.rank)
        #expect(Set(ranks).count == ranks.count)
        #expect(
            kind.fields.filter { if case .ladder = $0.content { true } else { false } }.count < 2)
        #expect(kind.name.wholeMatch(of: /[a-z]+/) != nil && kind.name != kind.plural)
    }

    @Test func haveUniqueNames() {
        let names = Kinds.standard.all.flatMap { [$0.name, $0.plural] }
        #expect(Set(names).count == names.count)
        #expect(Kinds.standard.all.map(\.name) == ["book", "gem", "movie", "read"])
    }

    static let rules: [Case<(kind: String, field: String), Field.Content>] = [
        Case("pages are at least 1", ("book", "pages"), .integer(1...999_999)),
        Case("page starts at 0", ("book", "page"), .integer(0...999_999)),
        Case(
            "books are rated by quarters", ("book", "rating"),
            .decimal(
                FixedDecimal(thousandths: 250)...FixedDecimal(5),
                step: FixedDecimal(thousandths: 250))),
        Case(
            "hardness after Mohs", ("gem", "hardness"),
            .decimal(FixedDecimal(1)...FixedDecimal(10), step: nil)),
        Case("a birthstone is a month's", ("gem", "birthstone"), .month),
        Case("films are rated 1 to 10", ("movie", "rating"), .integer(1...10)),
        Case("the day of watching", ("movie", "watched"), .date),
        Case("shelves are a set", ("book", "shelves"), .set),
    ]

    static let offlineRules: [Case<String, [OfflineRule]>] = [
        Case("books wait for the server", "book", [.refuse, .refuse, .refuse]),
        Case("gems are added and deleted without it", "gem", [.queue, .refuse, .queue]),
        Case("films are added without it", "movie", [.queue, .refuse, .refuse]),
        Case("the read list does without it", "read", [.queue, .queue, .queue]),
    ]

    /// B7, G8, T6 and R4 of the requirements.
    @Test(arguments: offlineRules)
    func haveTheOfflineRules(_ test: Case<String, [OfflineRule]>) throws {
        let kind = Kinds.standard[try #require(Kinds.standard.index(of: test.input))]
        #expect(
            [Operation.create, .update, .delete].map { kind.offline[$0] } == test.expected)
    }

    @Test(arguments: Operation.allCases)
    func anOfflineRuleCanBeChanged(_ operation: Operation) {
        var rules = OfflineRules()
        rules[operation] = .refuse
        let refused = Operation.allCases.filter { rules[$0] == .refuse }
        #expect(refused == [operation])
    }

    @Test(arguments: rules)
    func meetTheRequirements(_ test: Case<(kind: String, field: String), Field.Content>) throws {
        let kind = Kinds.standard[try #require(Kinds.standard.index(of: test.input.kind))]
        let field = try #require(kind.index(ofField: test.input.field))
        #expect(kind.fields[field].content == test.expected)
    }
}
