/// JSON with an object on each line.
struct JSONLinesFormat: JSONOutput {
    static let name = "jsonl"
    static let summary = "an object in each line"
    static let isLines = true
    let context: OutputContext

    init(_ context: OutputContext) {
        self.context = context
    }
}
