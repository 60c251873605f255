/// A mistake that a simulation plants into the server to see whether its checks find it. There is
/// none unless a test hands one to `SyncServer`; nothing that the program reads can name one.
package enum PlantedMistake: String, Sendable, CaseIterable {
    /// An operation that came before is run again.
    case nodedupe
    /// A device conflicts with its own earlier changes.
    case selfconf
    /// The last change wins, whoever saw what.
    case lww
    /// What lost is not listed as a conflict.
    case dropconflict
    /// The cursor of a page that has more behind it is one too far.
    case offbyone
    /// A page of a snapshot lacks what its cursor says it has: the newest change.
    case asof
    /// What was collected as garbage leaves no floor behind.
    case nofloor
    /// Marks are not compared.
    case nomark
    /// Names are not unique.
    case nounique
}
