/// A script with directives in comments: what to tell, what to run, and what result to expect.
///
/// A lesson is also an ordinary script, because every directive is a comment (`#! say …`).
package struct Lesson: Sendable, Equatable {
    /// The name of the file without its folder and its ending: `first-steps`.
    package let name: String
    /// The path of the file, for error messages.
    package let file: String
    /// The title, from the first line.
    package let title: String
    /// One line for the list of lessons; empty without `about`.
    package let about: String
    /// The steps, in the order of the file.
    package let steps: [LessonStep]

    /// The device that runs the commands before the first `as`.
    package static let firstDevice = "laptop"

    /// The names of all devices, in the order of their first commands.
    package var devices: [String] {
        var names: [String] = []
        var current = Self.firstDevice
        for step in steps {
            switch step.content {
            case .device(let name): current = name
            case .command where !names.contains(current): names.append(current)
            default: break
            }
        }
        return names
    }

    /// The number of expectations of all commands.
    package var expectationCount: Int {
        steps.reduce(0) { $0 + $1.expectations.count }
    }
}
