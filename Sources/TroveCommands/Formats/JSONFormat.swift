/// JSON with an array of objects.
struct JSONFormat: JSONOutput {
    static let name = "json"
    static let summary = "an array of objects, or one object"
    static let isLines = false
    let context: OutputContext

    init(_ context: OutputContext) {
        self.context = context
    }
}
