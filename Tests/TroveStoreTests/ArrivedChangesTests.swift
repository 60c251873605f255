import Testing
import TroveModel
import TroveStore

@Suite struct ArrivedChangesTests {
    private static func change(_ number: Int, _ action: Change.Action) -> Change {
        Change(
            kind: 0, number: ItemNumber(number), id: ItemID(high: 0, low: UInt64(number)),
            action: action)
    }

    private static func page(_ number: Int, from before: Int, to after: Int) -> Change {
        change(
            number,
            .update([
                Change.FieldChange(field: 1, before: .integer(before), after: .integer(after))
            ]))
    }

    private func title(_ change: Change) -> String? { "T\(change.number)" }

    @Test func changesOfOneItemAreCombined() {
        var arrived = ArrivedChanges()
        arrived.add(
            [Self.page(1, from: 5, to: 6), Self.page(1, from: 6, to: 9)], from: nil, title: title)
        arrived.add([Self.page(1, from: 9, to: 12)], from: nil, title: title)
        #expect(arrived.count == 1)
        #expect(arrived.groups.first?.first.map(\.change) == [Self.page(1, from: 5, to: 12)])
        let deletion = Self.change(1, .delete([.text("T1")]))
        arrived.add([deletion], from: nil, title: title)
        #expect(arrived.count == 1)
        #expect(arrived.groups.first?.first.map(\.change) == [deletion])
    }

    @Test func onlyTheFirstItemsAreNamed() {
        var arrived = ArrivedChanges()
        var asked: [ItemNumber] = []
        arrived.add((1...100).map { Self.page($0, from: 1, to: 2) }, from: "phone") { change in
            asked.append(change.number)
            return "T\(change.number)"
        }
        #expect(asked == [1, 2])
        #expect(arrived.count == 100 && arrived.devices == ["phone"])
        var all = ArrivedChanges()
        all.add([Self.page(7, from: 1, to: 2)], from: "phone", title: title)
        all.add([Self.page(7, from: 1, to: 2)], from: nil, title: title)
        all.add(arrived)
        #expect(all.groups.map(\.device) == ["phone", nil])
        #expect(all.groups[0].first.map(\.title) == ["T7", "T1"])
        #expect(all.groups.map(\.count) == [101, 1])
    }
}
