import TroveCodecs

/// A session of the shell as text: commands, each with its output below it.
///
/// Two forms exist. In the form that `--echo` prints, a command begins where the output of the one
/// before it ends, so only running the commands shows which lines are commands. In the form of
/// documents, a command follows a prompt: `> `, `trove> ` or `trove 12> `.
struct ShellTranscript {
    /// How commands are recognized.
    enum Form {
        /// As `--echo` prints them.
        case echoed
        /// After a prompt.
        case prompted
    }

    /// Consecutive lines of one form.
    struct Block {
        let form: Form
        /// The number of the first line in the file, from 1.
        let firstLine: Int
        let lines: [String]
    }

    /// The transcripts of the file, in order. A Markdown file has one in each fenced block with the
    /// language `console` or `trove`; another file is one transcript.
    let blocks: [Block]
    /// Whether the file is a Markdown document.
    let isDocument: Bool

    init(_ lines: [String], path: String) {
        isDocument = path.hasSuffix(".md") || path.hasSuffix(".markdown")
        guard isDocument else {
            let first = lines.first { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") } ?? ""
            // Output may have a prompt, so only the beginning counts.
            let isPrompted = first.hasPrefix("$ ") || Self.command(afterPromptIn: first) != nil
            blocks = [
                Block(form: isPrompted ? .prompted : .echoed, firstLine: 1, lines: lines)
            ]
            return
        }
        var blocks: [Block] = []
        var language: Substring?
        var block: [String] = []
        for (index, line) in lines.enumerated() {
            guard line.hasPrefix("```") else {
                block.append(line)
                continue
            }
            if let open = language {
                let isPrompted = block.contains { Self.command(afterPromptIn: $0) != nil }
                let form: Form = isPrompted ? .prompted : .echoed
                // A block that shows another program's prompt is not a transcript of this one.
                if open == "trove" || open == "console" && form == .prompted {
                    blocks.append(
                        Block(form: form, firstLine: index + 1 - block.count, lines: block))
                }
                language = nil
            } else {
                language = line.drop { $0 == "`" }.prefix { !$0.isWhitespace }
            }
            block = []
        }
        self.blocks = blocks
    }

    /// Returns what follows the prompt of a line; nil if the line does not begin with one.
    static func command(afterPromptIn line: String) -> String? {
        if line.hasPrefix("> ") { return String(line.dropFirst(2)) }
        guard line.hasPrefix("trove"), let end = line.firstIndex(of: ">") else { return nil }
        let state = line[..<end].dropFirst("trove".count)
        let rest = line[end...].dropFirst()
        guard state.isEmpty || state.hasPrefix(" ") || state.hasPrefix(":"),
            rest.isEmpty || rest.hasPrefix(" ")
        else { return nil }
        return String(rest.dropFirst())
    }

    /// Returns the commands of a session that was pasted with its prompts and its output; nil if
    /// the text does not begin with a prompt that names the program.
    static func commands(inPasted text: String) -> String? {
        guard text.hasPrefix("trove"), command(afterPromptIn: text) != nil else { return nil }
        var commands: [String] = []
        var continues = false
        for line in text.split(separator: "\n").map(String.init) {
            if line.hasPrefix("trove"), let command = command(afterPromptIn: line) {
                commands.append(command)
                continues = true
            } else if continues, let more = command(afterContinuationIn: line) {
                commands.append(more)
            } else {
                continues = false
            }
        }
        return commands.joined(separator: "\n")
    }

    /// Returns what follows the prompt of a line that continues a command; nil if it does not begin
    /// with such a prompt.
    static func command(afterContinuationIn line: String) -> String? {
        for prompt in ["   …\" ", "   …' ", "   … ", "   …"] where line.hasPrefix(prompt) {
            return String(line.dropFirst(prompt.count))
        }
        return nil
    }

    /// The name of the script that the errors of a transcript have; `-` without errors.
    static func scriptName(in lines: [String]) -> String {
        lines.lazy.compactMap { place(ofErrorIn: $0)?.script }.first ?? "-"
    }

    /// Returns the script that an error names, and its line there; nil for a line that does not
    /// begin an error.
    static func place(ofErrorIn line: String) -> (script: String, line: Int)? {
        guard let match = line.prefixMatch(of: #/(.+?):(\d+):\d+: error: /#),
            let number = Int(match.output.2)
        else { return nil }
        return (String(match.output.1), number)
    }
}
