/// One of the alternative argument lists of a verb.
///
/// Even a short run of the program creates the forms of each verb that it uses. The types of the
/// commands are in other modules, so this code is not specialized for them, and the first `map` or
/// key path over the arguments of a command takes longer than running it. Loops over indices do
/// not.
struct Form<Command>: Sendable {
    let arguments: [Argument<Command>]
    /// The functions that read the arguments, named ones first.
    let readings: [Argument<Command>.Take]

    /// The keywords that select this form, and their positions after the verb, from 0.
    let keywords: [(place: Int, word: String)]

    init(_ arguments: [Argument<Command>]) {
        self.arguments = arguments
        var readings: [Argument<Command>.Take] = []
        for isNamed in [true, false] {
            for place in arguments.indices where arguments[place].isNamed == isNamed {
                readings.append(arguments[place].take)
            }
        }
        self.readings = readings
        var keywords: [(place: Int, word: String)] = []
        for place in arguments.indices {
            if let keyword = arguments[place].keyword { keywords.append((place, keyword)) }
        }
        self.keywords = keywords
    }

    /// Whether the line has all keywords of this form.
    func isChosen(by reader: ArgumentReader) -> Bool {
        !keywords.isEmpty && keywords.allSatisfy { reader.word(at: $0.place) == $0.word }
    }

    /// The form as help shows it, without the verb.
    var synopsis: String {
        var words: [String] = []
        for place in arguments.indices { words.append(arguments[place].synopsis) }
        return words.joined(separator: " ")
    }

    var options: [String] {
        var options: [String] = []
        for place in arguments.indices {
            if let option = arguments[place].option { options.append(option) }
        }
        return options
    }

    /// The slots after the verb, for completion.
    var slots: [Slot] {
        var slots: [Slot] = []
        var first = 1
        var only: Int? = 1
        for place in arguments.indices {
            let argument = arguments[place]
            let isOnePlace = argument.width == .one || argument.width == .atMostOne
            for content in argument.contents {
                switch content {
                case .kind, .ownKind, .changeableKind:
                    slots.append(Slot(content: content, first: first, only: only))
                case .assignments:
                    slots.append(Slot(content: content, first: max(2, first), only: nil))
                case .named where argument.width == .atLeastOne:
                    slots.append(Slot(content: content, first: first + 1, only: nil))
                default:
                    slots.append(
                        Slot(content: content, first: first, only: isOnePlace ? only : nil))
                }
            }
            switch argument.width {
            case .one:
                first += 1
                only = only.map { $0 + 1 }
            case .atLeastOne:
                first += 1
                only = nil
            case .atMostOne, .any: only = nil
            }
        }
        return slots
    }
}
