import TroveCodecs
package import TroveTerminal

/// The photos that one command names, and the warnings about them.
package struct GatheredPhotos {
    /// The contents to save before the changes are performed.
    var contents: [SHA256: [UInt8]] = [:]
    /// The warnings, without repetitions.
    package private(set) var warnings: [TerminalText] = []

    /// Begins with no photos.
    package init() {}

    mutating func warn(_ text: TerminalText) {
        if !warnings.contains(text) { warnings.append(text) }
    }
}
