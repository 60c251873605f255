import Testing
import TroveCommands
import TroveLanguage
import TroveModel
import TroveTesting

/// Rules that the table of verbs must keep.
@Suite struct CommandTableTests {
    private static let verbs = CommandTable.vocabulary.all.map { Case($0.name, $0, true) }

    @Test func namesAreUnique() {
        let names = CommandTable.vocabulary.all.map(\.name)
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: verbs)
    func isWellFormed(_ test: Case<Verb, Bool>) {
        let verb = test.input
        #expect(verb.name.wholeMatch(of: /[a-z]+(-[a-z]+)*/) != nil)
        #expect(CommandTable.vocabulary.verb(named: verb.name)?.name == verb.name)
        #expect(
            !verb.summary.isEmpty && !verb.summary.hasSuffix(".") && !verb.summary.contains("\n"))
        #expect(verb.summary.first?.isLowercase == true)
        #expect(!verb.synopsis.isEmpty)
        for line in verb.synopsis {
            #expect(line == verb.name || line.hasPrefix(verb.name + " "), "\(line)")
        }
        for option in verb.options {
            #expect(option.hasPrefix("--"))
            #expect(verb.synopsis.contains { $0.contains(option) }, "\(option) is in no synopsis")
        }
        #expect(
            verb.details.last.map { ".:-".contains($0) } ?? true,
            "\(verb.name): \(verb.details.suffix(40))")
    }

    @Test(arguments: verbs)
    func hasExamplesThatParse(_ test: Case<Verb, Bool>) throws {
        let verb = test.input
        #expect(verb.examples.count >= (verb.slots.allSatisfy(\.isEmpty) ? 1 : 2))
        var shown: Set<String> = []
        for example in verb.examples {
            guard
                case .command(let command) = try CommandTable.parse(
                    example.command, in: Spelling.context)
            else {
                Issue.record("\(example.command) is no command")
                continue
            }
            shown.insert(type(of: command).name)
        }
        // Another verb may come first, so that redo has something to redo.
        #expect(shown.contains(verb.name))
        // Other commands may come between two uses of one.
        let texts = verb.examples.map { "\($0.command)\n\($0.output)" }
        #expect(Set(texts).count == verb.examples.count)
    }

    @Test func habitsPointToVerbs() {
        for (habit, verb) in CommandTable.habits {
            #expect(CommandTable.vocabulary.verb(named: verb) != nil, "\(habit) points to \(verb)")
            #expect(CommandTable.vocabulary.verb(named: habit) == nil, "\(habit) is a verb itself")
            #expect(habit == habit.lowercased())
        }
    }

    @Test func theHelpOfKindListsAllRoles() throws {
        let help = try #require(CommandTable.vocabulary.verb(named: "kind")).details
        for type in FieldType.allCases where !type.roleNames.isEmpty {
            let row = "\(type.rawValue)\t\(type.roleNames.joined(separator: ", "))"
            #expect(help.split(separator: "\n").contains { $0 == row }, "\(row)")
        }
    }

    @Test func isGroupedForHelp() {
        let groups = CommandTable.vocabulary.all.map(\.group)
        var seen: [Verb.Group] = []
        for group in groups where seen.last != group { seen.append(group) }
        #expect(Set(seen).count == seen.count, "a group is not in one piece")
        #expect(Set(seen) == Set(Verb.Group.allCases))
    }

    /// The verbs of the design's first version.
    @Test func hasTheVerbsOfTheDesign() {
        let designed = """
            add set edit delete advance page rate note list filter find show count birthstones use \
            undo redo log snapshot connect disconnect signup login logout whoami devices password \
            status sync queue conflicts resolve policy net help source alias history echo settings notices quit
            """.split(separator: " ")
        for name in designed {
            #expect(CommandTable.vocabulary.verb(named: String(name)) != nil, "\(name)")
        }
    }

    @Test func noKindIsNamedLikeAKeyword() {
        for kind in Kinds.standard.all {
            for name in ["to", "sort", "by", "with"] {
                #expect(kind.index(ofField: name) == nil)
            }
            #expect(kind.index(ofField: "limit") == nil && kind.index(ofField: "columns") == nil)
        }
    }
}
