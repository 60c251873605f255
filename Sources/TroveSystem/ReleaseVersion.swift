/// The version of the programs, which are released together.
package enum ReleaseVersion {
    /// The version as it is shown and sent.
    package static let text = "0.1.0"
}
