import TroveModel

/// Checks that any text is read as kinds or rejected with a place in the text, and that what was
/// read survives a round trip: as a whole, and as the definitions that a library stores.
func tryKinds(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return }
    do throws(KindTextError) {
        for kind in try KindReader.kinds(in: text) {
            checkText(of: kind)
            checkDefinitions(of: kind)
        }
    } catch {
        checkPlace(of: error, in: text)
    }
    checkOptions(text)
}

/// Checks that the text of a kind reads as the same kind.
private func checkText(of kind: Kind) {
    let again = try? KindReader.kinds(in: kind.definition)
    precondition(again == [kind], "read as another kind: \(kind.definition)")
}

/// Checks that a library with the definitions of a kind has the kind with all its fields.
private func checkDefinitions(of kind: Kind) {
    let fields = kind.fields.dropFirst().map { Definition($0, of: kind) }
    let definitions = [Definition(kind)] + fields
    let kinds = Kinds.standard.defined(by: definitions, known: [])
    guard Kinds.standard.index(ofStored: kind.storedName) == nil else { return }
    precondition(kinds.unreadable.isEmpty, "unreadable: \(kinds.unreadable)")
    guard let index = kinds.index(ofStored: kind.storedName) else {
        preconditionFailure("not defined: \(kind.definition)")
    }
    let found = kinds[index].fields.map(\.definition)
    precondition(found == kind.fields.map(\.definition), "other fields: \(found)")
    let removed = Kinds.standard.defined(by: [], known: definitions)
    precondition(removed.all == Kinds.standard.all, "still shown: \(kind.definition)")
}

/// Checks that an error points into the text.
private func checkPlace(of error: KindTextError, in text: String) {
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    precondition(lines.indices.contains(error.line - 1), "\(error)")
    precondition(error.span.upperBound <= lines[error.line - 1].count, "\(error)")
}

/// Checks that a line of options changes a definition or is rejected with a place in it.
private func checkOptions(_ text: String) {
    let options = String(text.prefix { $0 != "\n" })
    do throws(KindTextError) {
        let changed = try KindReader.text("field stars number rank:2", changedBy: options)
        guard let field = try? KindReader.field(in: changed) else { return }
        let again = try? KindReader.field(in: field.definition)
        precondition(again == field, "read as another field: \(field.definition)")
    } catch {
        precondition(error.span.upperBound <= options.utf8.count, "\(error)")
    }
}
