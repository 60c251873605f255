/// The type of a field, by its name in the text format of kinds.
package enum FieldType: String, Sendable, Hashable, CaseIterable {
    case text, number, decimal, date, month, choice, ladder, set, isbn

    /// The options that a new field of the type can have, in the order in which they are offered.
    package var optionsOfNew: [String] {
        let own: [String] =
            switch self {
            case .text: ["unique", "people"]
            case .number: ["range"]
            case .decimal: ["range", "step"]
            case .date: ["initial", "past"]
            case .choice: ["choices"]
            case .ladder: ["states", "initial"]
            case .month, .set, .isbn: []
            }
        return FieldReader.options.filter {
            own.contains($0) || FieldReader.commonOptions.contains($0)
        }
    }

    func takes(_ option: String) -> Bool {
        optionsOfNew.contains(option) || FieldReader.storedOptions.contains(option)
    }

    func fits(_ role: Field.Role) -> Bool {
        switch role {
        case .progress, .year: self == .number
        case .rating, .volume: self == .number || self == .decimal
        case .birthstone: self == .month
        case .isbn: self == .isbn || self == .text
        case .tags, .shelves: self == .set
        case .started, .completed, .added, .lentOn, .due: self == .date
        case .genre, .publisher, .series, .language: self == .choice || self == .text
        case .note, .description, .cover, .photo, .borrower, .catalogueKey, .creator:
            self == .text
        }
    }

    /// The names of the roles that a field of the type can have, sorted.
    package var roleNames: [String] {
        Field.Role.allNames.filter { fits(Field.Role.names[$0] ?? .progress(of: "")) }
    }
}

extension Field.Content {
    /// The type in the text format.
    package var type: FieldType {
        switch self {
        case .text: .text
        case .isbn: .isbn
        case .choice: .choice
        case .integer: .number
        case .decimal: .decimal
        case .date: .date
        case .month: .month
        case .ladder: .ladder
        case .set: .set
        }
    }
}
