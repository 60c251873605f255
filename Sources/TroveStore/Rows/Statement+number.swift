import TroveModel
import TroveSQLite

extension Statement {
    /// Binds an item's number to a parameter.
    func bind(_ number: ItemNumber, at index: Int32) {
        bind(number.rawValue, at: index)
    }
}
