// Reads a table file several times and prints the fastest time: the reader alone, without the start
// of a process. Scripts/bench runs it.
import TroveExchange

let path = CommandLine.arguments.dropFirst().first ?? ""
var fastest = Duration.seconds(3600)
var records = 0
for _ in 0..<10 {
    records = 0
    let reader = TableReader(try FileBytes(path: path))
    var record = TableRecord()
    fastest = try min(
        fastest,
        ContinuousClock().measure {
            while try reader.next(into: &record) { records += 1 }
        })
}
print("\(records) \(fastest / .nanoseconds(1))")
