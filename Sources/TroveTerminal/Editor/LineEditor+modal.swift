/// Reading keys while a list is open below the line.
extension LineEditor {
    /// What a list waits for.
    enum ModalInput {
        case key(ModalKey)
        case ended(ReadResult)
    }

    /// Waits for a key or the end of input.
    func nextModalInput() -> ModalInput {
        switch waitForInput() {
        case .ended(let result): return .ended(result)
        case .paste(let text): return .key(.paste(text))
        case .special(let key): return .key(ModalKey(key))
        case .key("\u{1B}"): break
        case .key(let scalar): return .key(.character(scalar))
        }
        // The decoder delivers ESC together with a character that follows it.
        guard let next = decoder.next() else { return .key(.escape) }
        guard case .scalar(let scalar) = next else {
            decoder.unread(next)
            return .key(.escape)
        }
        return .key(.alternative(scalar))
    }

    /// Leaves a key to libedit, which gets it next.
    func passOn(_ key: ModalKey) {
        for event in key.events.reversed() { decoder.unread(event) }
    }
}
