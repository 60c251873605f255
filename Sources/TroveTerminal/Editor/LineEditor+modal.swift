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
        case .key("\u{1B}"): break
        case .key(let scalar): return .key(.character(scalar))
        }
        var sequence: [Unicode.Scalar] = []
        // The decoder delivers ESC together with what follows it, except for a slow sequence.
        guard let first = decoder.next() else { return .key(.escape) }
        guard case .scalar(let scalar) = first else {
            decoder.unread(first)
            return .key(.escape)
        }
        sequence.append(scalar)
        while ModalKey.isIncomplete(sequence) {
            switch waitForInput() {
            case .key(let scalar): sequence.append(scalar)
            case .paste(let text): return .key(.paste(text))
            case .ended(let result): return .ended(result)
            }
        }
        return .key(ModalKey(afterEscape: sequence))
    }

    /// Leaves a key to libedit, which gets it next.
    func passOn(_ key: ModalKey) {
        for event in key.events.reversed() { decoder.unread(event) }
    }
}
