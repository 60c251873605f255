/// A progress bar of a given width.
package enum ProgressBar {
    /// Returns a bar such as `▓▓▓░░░`.
    ///
    /// - Parameters:
    ///   - fraction: 0 to 1; other values are clamped, NaN counts as 0.
    ///   - width: The width of the bar in columns.
    /// - Returns: The bar, `width` characters.
    package static func render(fraction: Double, width: Int) -> TerminalText {
        guard width > 0 else { return "" }
        let bounded = fraction.isNaN ? 0 : min(1, max(0, fraction))
        // Rounded down, so that only finished work shows a full bar.
        let full = Int(bounded * Double(width))
        return TerminalText(repeating: "▓", count: full)
            + TerminalText(repeating: "░", count: width - full)
    }
}
