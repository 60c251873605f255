import Testing
import TroveCodecs
import TroveLessons
import TroveTesting

/// The reader of lessons: every directive, and every mistake with its place.
@Suite struct LessonReaderTests {
    private func read(_ lines: String) throws -> Lesson {
        try LessonReader(file: "seeds/sample.trove")
            .read(Array(("#! lesson Sample\n" + lines).utf8))
    }

    @Test func readsTheTitleAndTheAbout() throws {
        let lesson = try read("#! about one line")
        #expect(lesson.name == "sample")
        #expect(lesson.title == "Sample")
        #expect(lesson.about == "one line")
        #expect(lesson.steps.isEmpty)
    }
}
