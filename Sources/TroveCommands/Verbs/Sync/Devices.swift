import TroveCodecs
import TroveLanguage
import TroveModel
import TroveStore
import TroveSync
import TroveTerminal
import TroveWire

/// Shows the devices that are logged in to the account, or ends the session of one.
struct Devices: ShellCommand {
    /// The device whose session ends; nil shows all devices.
    var device: Spanned<Choice>?
    /// Whether the session ends without confirmation.
    var isConfirmed = false

    /// How the user names a device.
    enum Choice: Sendable {
        /// The number that `devices` shows, from 1.
        case number(Int)
        case name(String)
    }

    static let name = "devices"
    static let effect = Effect.independent
    static let syntax = Syntax<Devices>(
        .sync, "list the devices of your account, or log one out",
        details: """
            A device that you forget keeps its copy of the library, and must log in to sync again. \
            A device with an earlier version of Trove keeps syncing, but may not show everything; \
            the list says so.
            """,
        forms: [
            [],
            [
                .keyword("forget"),
                Argument("NUMBER|NAME", width: .atLeastOne) {
                    (reader, command) throws(LanguageError) in
                    if reader.count == 1, let token = reader.peek, let number = token.listNumber {
                        _ = reader.next()
                        command.device = Spanned(Choice.number(number), token.span)
                        return
                    }
                    guard let name = reader.takeText(), !name.value.isEmpty else {
                        throw reader.missing(.device)
                    }
                    command.device = Spanned(Choice.name(name.value), name.span)
                },
                .option("--yes", \.isConfirmed),
            ],
        ],
        examples: [
            .init(
                "devices",
                """
                #  name    since             last seen         remark
                1  laptop  …  this one
                2  phone   …
                """),
            .init(
                "devices forget 2 --yes",
                "Ended the session of phone. That device keeps its copy."),
        ])

    func run(in context: any CommandContext) throws -> Reply {
        try context.commit()
        let (sync, endpoints) = try context.loggedInConnection()
        try context.checkServer()
        let json = try context.success(sync.answer(to: endpoints.devices()))
        guard let devices = try? Device.list(json) else {
            throw CommandFailure(.cannotAsk(.invalidResponse(.unreadable(.devices))))
        }
        guard let device else {
            return .report(context.isForData ? reportForPrograms(devices) : report(devices))
        }
        guard let ended = find(device.value, among: devices) else {
            throw CommandFailure(.noSuchDevice(device.value.text), at: device.span)
        }
        if !isConfirmed { try context.confirm(Message.forgetting(ended), verb: "devices forget") }
        _ = try context.success(sync.answer(to: endpoints.endDevice(ended.id)))
        if ended.isCurrent, let token = endpoints.token {
            try context.library.accountStore.forget(token: token)
            try sync.accountChanged()
        }
        return .text(Message.forgot(ended))
    }

    private func find(_ choice: Choice, among devices: [Device]) -> Device? {
        switch choice {
        case .number(let number):
            devices.indices.contains(number - 1) ? devices[number - 1] : nil
        case .name(let name): devices.first { Folding.name($0.name) == Folding.name(name) }
        }
    }

    private func reportForPrograms(_ devices: [Device]) -> Report {
        let rows = devices.enumerated().map { index, device -> [JSON] in
            let remark = Message.remarks(on: device)
            return [
                .integer(index + 1), .string(device.name), .string(device.created.description),
                .string(device.seen.description),
                remark.rendered.isEmpty ? .null : .string(remark),
            ]
        }
        return Report(["#", "name", "since", "lastSeen", "remark"], rows)
    }

    private func report(_ devices: [Device]) -> Report {
        let rows = devices.enumerated().map { index, device -> [JSON] in
            [
                .integer(index + 1), .string(device.name),
                .string("\(LocalTime(device.created))"), .string("\(LocalTime(device.seen))"),
                .string(Message.remarks(on: device)),
            ]
        }
        var report = Report(["#", "name", "since", "last seen", "remark"], rows)
        report.headColumns = 2
        report.titleColumn = 1
        return report
    }
}

extension Devices.Choice {
    /// The choice as typed.
    fileprivate var text: String {
        switch self {
        case .number(let number): "\(number)"
        case .name(let name): name
        }
    }
}
