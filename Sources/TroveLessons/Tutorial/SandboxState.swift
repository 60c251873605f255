package import TroveModel

/// What the conditions of a tutorial are about: a sandbox at one moment, and what was done in it
/// since its start.
package struct SandboxState: Sendable {
    /// The connection to the server.
    package enum Connection: Sendable {
        case local, offline, online
    }

    /// The items at the start; all of them are loaded.
    package let start: Catalog
    /// The items now; all of them are loaded.
    package var now: Catalog
    /// Today's date, for conditions on dates.
    package var today: PartialDate
    /// The connection to the server.
    package var connection = Connection.local
    /// The counts at the start and now.
    package var measures: [TutorialCondition.Measure: (start: Int, now: Int)] = [:]
    /// What the commands since the start have shown.
    package var record = SandboxRecord()
    /// The places of the steps that were done before the last command.
    var doneSteps: Set<Int> = []
    /// The files in the folder of the sandbox.
    package var files: Set<String> = []

    /// Creates the state of a sandbox in which nothing was done.
    package init(start: Catalog, today: PartialDate) {
        self.start = start
        now = start
        self.today = today
    }
}

/// What the commands in a sandbox have done, apart from their changes.
package struct SandboxRecord: Sendable, Equatable {
    /// The verbs of the commands that succeeded since the record was last taken.
    package var verbs: Set<String> = []
    /// The items whose details were shown.
    package var shown: Set<ItemNumber> = []
    /// The items of each list, each list once.
    package var lists: Set<Set<ItemNumber>> = []

    /// Creates an empty record.
    package init() {}
}
