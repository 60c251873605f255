/// The ways in which output can be written; the raw value is what `--output` takes.
package enum OutputFormat: String, Sendable, CaseIterable {
    case table, lines, json, jsonl, csv, tsv, markdown
}
