/// The birthstones of each month (the list of the American jewelers of 1912 with the additions of
/// 1952, 2002 and 2016).
package enum Birthstones {
    /// Returns the stones of a month in lower case, the oldest tradition first.
    package static func stones(of month: Month) -> [String] {
        switch month {
        case .january: ["garnet"]
        case .february: ["amethyst"]
        case .march: ["aquamarine", "bloodstone"]
        case .april: ["diamond"]
        case .may: ["emerald"]
        case .june: ["pearl", "moonstone", "alexandrite"]
        case .july: ["ruby"]
        case .august: ["peridot", "sardonyx", "spinel"]
        case .september: ["sapphire"]
        case .october: ["opal", "tourmaline"]
        case .november: ["topaz", "citrine"]
        case .december: ["turquoise", "zircon", "tanzanite"]
        }
    }
}
