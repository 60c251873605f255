package import TroveCodecs
import TroveModel

/// Something in a library file that cannot be as it was written.
package struct CheckFinding: Sendable, Equatable {
    /// What is wrong.
    package enum Problem: Sendable, Equatable {
        /// SQLite finds the file out of order, in its own words.
        case file(String)
        /// Something that stands in the file is nothing that can stand there.
        case unreadable(String)
        /// A change of the log does not follow from those before it; its number.
        case change(Int)
        /// An item that the log of changes does not know, or has deleted.
        case isNotInLog
        /// An item that the log of changes knows, and that is gone.
        case isOnlyInLog
        /// The item is one thing, and the log of changes says another.
        case differsFromLog
        /// The item is one thing, and what the server is known to have with what waits says another.
        case differsFromView
        /// What the server is known to have, and what it says it has.
        case differsFromServer
        /// The server has something that the library should have, too.
        case isMissingHere
        /// The server is known to have something, and says that it does not.
        case isMissingThere
        /// The file of a photo is not there.
        case photoIsMissing
        /// The file of a photo holds something else.
        case photoIsDamaged
    }

    /// What is wrong.
    package let problem: Problem
    /// The number and the title of the item, as far as they are known.
    package var number: Int?
    /// The title of the item; nil when it is not known.
    package var title: String?
    /// The field or the column that is wrong; nil for the item or the change as a whole.
    package var field: String?
    /// The value in the library, and the one that it was compared with; null for none.
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
