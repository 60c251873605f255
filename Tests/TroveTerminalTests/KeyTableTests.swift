import Testing
import TroveTerminal

@Suite struct KeyTableTests {
    @Test(arguments: [
        ("^R", "Ctrl-R"), ("^I", "Tab"), ("^?", "Backspace"), ("\\e[A", "Up"), ("\\eOA", "Up"),
        ("\\e[5~", "Page Up"), ("\\ep", "Alt-P"), ("\\e.", "Alt-."), ("\\e^?", "Alt-Backspace"),
        ("^X^E", "Ctrl-X Ctrl-E"), ("^_", "Ctrl-_"), ("\\e[1;5C", "Ctrl-Right"),
    ])
    func names(notation: String, name: String) {
        #expect(KeyTable.name(of: notation) == name)
    }

    /// Every key has a name that a user can read, and within a group only one effect.
    @Test func listsEachKeyOnce() {
        for group in KeyTable.groups {
            #expect(!group.entries.isEmpty)
            let keys = group.entries.flatMap(\.keys)
            #expect(Set(keys).count == keys.count, "\(group.heading)")
            #expect(
                keys.allSatisfy { key in
                    !key.isEmpty && !key.contains { "\\^[~".contains($0) }
                }, "\(keys)")
        }
    }
}
