import TroveTerminal

extension Session {
    /// How a descriptor's output looks: a script has no colours unless they are asked for.
    func style(of descriptor: Int32) -> Style {
        switch settings.color {
        case .always: Style(isEnabled: true)
        case .never: .plain
        case .auto:
            person == nil ? .plain : Style.automatic(for: descriptor) { surroundings[$0] }
        }
    }
}
