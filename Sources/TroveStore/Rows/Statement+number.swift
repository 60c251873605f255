import TroveModel
import TroveSQLite

extension Statement {
    func bind(_ number: ItemNumber, at index: Int32) {
        bind(number.rawValue, at: index)
    }
}
