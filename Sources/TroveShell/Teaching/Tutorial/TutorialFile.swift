import TroveCommands
import TroveLanguage
import TroveLessons
import TroveModel
import TroveSystem

/// A file with a lesson of the tutorial.
struct TutorialFile {
    let path: String
    /// The number in the list, from 1; nil for a file of the user's own.
    let number: Int?

    /// The name without the folder and the ending: `4-undo`.
    var name: String {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return file.hasSuffix(".trove") ? String(file.dropLast(6)) : file
    }

    /// Reads the lesson.
    ///
    /// - Throws: `CommandFailure` if the file cannot be read, `LessonError` for the first mistake.
    func read(_ kinds: Kinds) throws -> Tutorial {
        let bytes: [UInt8]
        do throws(WholeFile.Failure) {
            bytes = try WholeFile.read(path, limit: LessonReader.limit)
        } catch {
            throw CommandFailure(error, reading: path)
        }
        return try TutorialReader(file: path, kinds: kinds).read(bytes)
    }
}

/// The lessons of the tutorial, in their order.
struct TutorialFiles {
    /// The lessons; empty if they are not installed.
    let all: [TutorialFile]

    /// Finds the lessons: those that begin with a number, sorted by it.
    init(_ finder: LessonFinder) {
        let numbered = finder.tutorials.compactMap { path in
            TutorialFile(path: path, number: nil).name.prefix { $0.isASCII && $0.isNumber }
                .isEmpty ? nil : path
        }
        let sorted = numbered.sorted { first, second in
            let (one, other) = (Self.number(of: first), Self.number(of: second))
            return one == other ? first < second : one < other
        }
        all = sorted.enumerated().map { TutorialFile(path: $1, number: $0 + 1) }
    }

    private static func number(of path: String) -> Int {
        Int(TutorialFile(path: path, number: nil).name.prefix { $0.isASCII && $0.isNumber }) ?? .max
    }

    /// Returns the lesson with a number, a name or a path.
    ///
    /// - Throws: `CommandFailure` if there is none.
    func lesson(_ text: Spanned<String>) throws(CommandFailure) -> TutorialFile {
        if let number = Int(text.value) {
            if let lesson = all.first(where: { $0.number == number }) { return lesson }
        } else if let lesson = all.first(where: { $0.name == text.value }) {
            return lesson
        } else if text.value.contains("/") || text.value.hasSuffix(".trove") {
            return TutorialFile(path: text.value, number: nil)
        }
        throw CommandFailure(.noSuchTutorial(text.value, count: all.count), at: text.span)
    }

    /// Returns the lesson after another one; nil after the last.
    func next(after lesson: TutorialFile) -> TutorialFile? {
        lesson.number.flatMap { number in all.first { $0.number == number + 1 } }
    }
}
