import Testing
import TroveTesting

/// What the programs are linked with, and how, decides how soon they start.
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

    /// Names that no function has any more make starts slower without a word.
    @Test func theFunctionOrderIsThatOfTheSources() throws {
        let program = try BuiltProgram.path(of: "trove")
        let symbols = try ProgramUnderTest("/usr/bin/nm").run([program]).requiring().text
        let functions = Set(
            symbols.split(separator: "\n").compactMap { $0.split(separator: " ").last })
        let order = try Repository.text(of: "Sources/functions.order").split(separator: "\n")
        let known = order.count { functions.contains($0) }
        #expect(order.count > 1000)
        #expect(known * 10 > order.count * 7, "run Scripts/order-functions")
    }
}
