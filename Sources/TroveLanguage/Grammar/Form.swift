/// One of the alternative argument lists of a verb.
struct Form<Command>: Sendable {
    let arguments: [Argument<Command>]
    /// The functions that read the arguments, named ones first.
    let readings: [Argument<Command>.Take]

    /// The keywords that select this form, and their positions after the verb, from 0.
    let keywords: [(place: Int, word: String)]

    init(_ arguments: [Argument<Command>]) {
        self.arguments = arguments
        readings = (arguments.filter(\.isNamed) + arguments.filter { !$0.isNamed }).map(\.take)
        keywords = arguments.enumerated().compactMap { place, argument in
            argument.keyword.map { (place, $0) }
        }
    }

    /// Whether the line has all keywords of this form.
    func isChosen(by reader: ArgumentReader) -> Bool {
        !keywords.isEmpty && keywords.allSatisfy { reader.word(at: $0.place) == $0.word }
    }

    /// The form as help shows it, without the verb.
    var synopsis: String { arguments.map(\.synopsis).joined(separator: " ") }

    /// The slots after the verb, for completion.
    var slots: [Slot] {
        var slots: [Slot] = []
        var first = 1
        var only: Int? = 1
        for argument in arguments {
            let isOnePlace = argument.width == .one || argument.width == .atMostOne
            for content in argument.contents {
                switch content {
                case .kind: slots.append(Slot(content: content, first: first, only: only))
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
