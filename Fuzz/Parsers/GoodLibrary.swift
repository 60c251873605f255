import TroveModel
import TroveStore
import TroveTesting
import TroveWire

/// The library that is damaged: connected, with items, a history and queued operations.
enum GoodLibrary {
    static let folder = Result { try ScratchDirectory(name: "trove-fuzz") }
    static let bytes = Result { try make() }
    static let authorship = Authorship(by: "ann", at: Timestamp(milliseconds: 1_795_000_000_000))

    static func gem(_ number: ItemNumber, _ name: String) -> Item {
        Item(
            kind: 1, number: number, id: ItemID(high: 7, low: UInt64(number.rawValue)),
            values: [.text(name), nil, nil, nil, nil, nil])
    }

    private static func make() throws -> [UInt8] {
        let folder = try folder.get()
        do {
            let library = try Library(.file(folder.path("good.db")), kinds: .standard)
            try library.accountStore.connect(to: "http://server")
            try library.accountStore.logIn(
                LoginReply(
                    token: "trv_1", device: "d1", user: User(id: 1, name: "Ann", email: "a@b"),
                    epoch: "e1"), as: "laptop", at: authorship.at)
            for index in 1...20 {
                try library.begin()
                let number = try library.takeNumber()
                try library.perform([.create(gem(number, "Gem \(index)"))], authorship)
                try library.commit()
            }
            try library.begin()
            try library.perform([.delete(gem(3, "Gem 3"))], authorship)
            try library.commit()
        }
        return try folder.readBytes("good.db")
    }
}
