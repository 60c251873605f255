import TroveModel

extension RowStore {
    /// A row with an invalid value.
    struct BadRow: Error {
        let description: String

        init(description: String) { self.description = description }

        /// Creates the error for a row without a valid number or ID.
        init(badNumber number: Int, of kind: Kind) {
            description = "\(kind.storedName) \(number) has an invalid number or id"
        }
    }
}
