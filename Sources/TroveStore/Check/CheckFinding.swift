package import TroveCodecs
package import TroveModel

/// A sign of damage in a library file.
package struct CheckFinding: Sendable, Equatable {
    /// What is wrong.
    package enum Problem: Sendable, Equatable {
        /// SQLite's integrity check failed, with its message.
        case file(String)
        /// The file holds an invalid value, with a description.
        case unreadable(String)
        /// A change of the log contradicts earlier ones; its sequence number.
        case change(Int)
        /// An item that is missing or deleted in the change log.
        case isNotInLog
        /// An item of the change log that has no row.
        case isOnlyInLog
        /// An item that differs from the change log.
        case differsFromLog
        /// An item that differs from the server's known entry with the queued changes applied.
        case differsFromView
        /// An item with an id that the server knows under another number, so that changes of other
        /// devices do not reach it.
        case hasIDOfAnother
        /// A known entry of the server that differs from the server's own.
        case differsFromServer
        /// An entry of the server that the library lacks.
        case isMissingHere
        /// A known entry of the server that the server lacks.
        case isMissingThere
        /// The file of a photo is missing.
        case photoIsMissing
        /// The file of a photo has other content.
        case photoIsDamaged
    }

    /// What is wrong.
    package let problem: Problem
    /// The number of the item; nil when it is not known.
    package var number: ItemNumber?
    /// The title of the item; nil when it is not known.
    package var title: String?
    /// The wrong field or column; nil for the item or the change as a whole.
    package var field: String?
    /// The value in the library; null for none.
    package var here: JSON = .null
    /// The value that `here` was compared with; null for none.
    package var there: JSON = .null

    init(_ problem: Problem) {
        self.problem = problem
    }

    init(_ problem: Problem, _ item: Item) {
        self.problem = problem
        number = item.number
        title = item.title
    }
}
