// Measures the shell side by side with other programs and reports ratios; see Scripts/bench.
import Glibc

var names: [String] = []
var sizes = Sizes.whole
var folder = ""
var python: String?
for argument in CommandLine.arguments.dropFirst() {
    switch argument {
    case "--quick": sizes = .quick
    case _ where argument.hasPrefix("--folder="): folder = String(argument.dropFirst(9))
    case _ where argument.hasPrefix("--python="): python = String(argument.dropFirst(9))
    case _ where Benchmark.all.contains { $0.answers(to: argument) }: names.append(argument)
    default:
        let known = Benchmark.all.map(\.name).joined(separator: " ")
        say("usage: Scripts/bench [--quick] [NAME...], of: \(known)")
        exit(2)
    }
}

// The workshop removes its folder at the end of its scope.
do {
    let workshop = try Workshop(folder: folder, python: python)
    for benchmark in Benchmark.all
    where names.isEmpty || names.contains(where: benchmark.answers(to:)) {
        do {
            for comparison in try benchmark.run(workshop, sizes) { print(comparison.line) }
        } catch {
            print("\(benchmark.name): could not be measured: \(error)")
        }
        fflush(nil)
    }
}
