import Testing
import TroveTesting

/// What the programs are linked with decides how soon they start.
@Suite struct LinkedLibraryTests {
    /// `ContinuousClock`, for example, would link the concurrency library and libdispatch.
    @Test(arguments: ["trove", "trove-server"])
    func theConcurrencyLibraryIsNotLinked(_ name: String) throws {
        let program = try BuiltProgram.path(of: name)
        let symbols = try ProgramUnderTest("/usr/bin/nm").run([program]).requiring().text
        let found = [" T main", "_dispatch_root_queues", "swift_task_create"].filter {
            symbols.contains($0)
        }
        #expect(found == [" T main"])
    }
}
