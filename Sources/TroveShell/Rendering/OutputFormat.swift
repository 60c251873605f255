/// The ways in which output can be written.
package enum OutputFormat: String, Sendable, CaseIterable {
    case table, lines, json, jsonl, csv, tsv, markdown
}
