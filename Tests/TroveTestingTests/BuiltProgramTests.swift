import Testing
import TroveTesting

@Suite struct BuiltProgramTests {
    @Test func findsTheProgramBesideTheTests() throws {
        let path = try BuiltProgram.path(of: "trove")
        #expect(path.hasSuffix("/trove"))
        _ = try ProgramUnderTest(path)
    }

    @Test func explainsAMissingProgram() {
        let error = #expect(throws: ProgramNotBuilt.self) {
            try BuiltProgram.path(of: "no-such-program")
        }
        #expect(error?.tried.isEmpty == false)
        #expect(String(describing: error).contains("swift build --product no-such-program"))
    }
}
