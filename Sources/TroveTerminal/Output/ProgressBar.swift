/// A bar of a given width.
package enum ProgressBar {
    /// A bar such as `▓▓▓░░░`.
    ///
    /// - Parameters:
    ///   - fraction: 0 to 1; what is outside is taken for the nearer end, not-a-number for 0.
    ///   - width: The columns of the bar.
    /// - Returns: The bar, `width` characters.
    package static func render(fraction: Double, width: Int) -> TerminalText {
        guard width > 0 else { return "" }
        let bounded = fraction.isNaN ? 0 : min(1, max(0, fraction))
        // Rounded down, so that a full bar means that it is done.
        let full = Int(bounded * Double(width))
        return TerminalText(repeating: "▓", count: full)
            + TerminalText(repeating: "░", count: width - full)
    }
}
