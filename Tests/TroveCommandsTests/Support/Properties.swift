import TroveCommands
import TroveLanguage
import TroveModel

/// The stored properties of a command, by name.
struct Properties {
    private let values: [String: Any]

    init(_ command: any ShellCommand) {
        let own = Array(Mirror(reflecting: command).children)
        let shared = own.compactMap { $0.value as? CodeOptions }.flatMap {
            Mirror(reflecting: $0).children
        }
        values = Dictionary(
            (own + shared).compactMap { child in child.label.map { ($0, child.value) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// A property of a type; nil if it is missing or nil.
    subscript<Value>(name: String) -> Value? {
        values[name].flatMap { $0 as? Value }
    }

    /// Whether a Boolean property is true.
    func flag(_ name: String) -> Bool { self[name] ?? false }

    /// Returns a typed text, or nil.
    func text(_ name: String) -> String? {
        (self[name] as Spanned<String>?)?.value
    }

    /// Returns a property as Swift prints it, without its type; nil for nil.
    func spelled(_ name: String) -> String? {
        guard let value = values[name] else { return nil }
        let mirror = Mirror(reflecting: value)
        guard mirror.displayStyle == .optional else { return "\(value)" }
        return mirror.children.first.map { "\($0.value)" }
    }

    /// Returns references to items in the tables' notation; nil for none.
    func items(_ name: String) -> String? {
        (self[name] as [Spanned<Reference>]?).map(Spelling.spell)
    }

    /// The target of `page` in the tables' notation.
    var page: String? {
        guard let target = values["target"],
            let value = Mirror(reflecting: target).children.first?.value,
            let chosen = Mirror(reflecting: value).children.first
        else { return nil }
        switch chosen.label {
        case "forward": return "+\(chosen.value)"
        case "back": return "-\(chosen.value)"
        case "percent": return "\(chosen.value)%"
        default: return "\(chosen.value)"
        }
    }

    /// Returns the action of a verb with several forms in the tables' notation.
    func action(_ verb: String, _ kinds: Kinds) -> [String?] {
        let yes = flag("isConfirmed") ? "yes" : nil
        let number = (self["number"] as Spanned<Int>?).map { "#\($0.value)" } ?? "all"
        let action = spelled("action").flatMap { $0 == "show" ? nil : $0 }
        switch verb {
        case "devices": return deviceAction(yes)
        case "queue": return [action, action == nil ? nil : number, yes]
        case "resolve": return [number, spelled("side")]
        case "policy":
            if flag("isReset") { return ["reset"] }
            if flag("isForAll") { return ["all", spelled("rule")] }
            guard let operation = spelled("operation") else { return [] }
            let kind: KindIndex? = self["kind"]
            return [kind.map { kinds[$0].name }, operation, spelled("rule")]
        case "net":
            let delay = action == "slow" ? spelled("delay").map { "\($0) ms" } : nil
            let share = action == "flaky" ? spelled("percentage").map { "\($0)%" } : nil
            return [action, delay, share, spelled("seed").map { "seed \($0)" }]
        default:
            guard let alias = text("alias") else { return [] }
            return [
                "[\(alias)]", text("command").map { "[\($0)]" },
                flag("isRemoved") ? "gone" : nil,
            ]
        }
    }

    private func deviceAction(_ yes: String?) -> [String?] {
        guard let device = values["device"], let choice = Mirror(reflecting: device).children.first,
            let value = Mirror(reflecting: choice.value).children.first?.value,
            let chosen = Mirror(reflecting: value).children.first
        else { return [] }
        let name = chosen.label == "number" ? "#\(chosen.value)" : "[\(chosen.value)]"
        return ["forget", name, yes]
    }
}
