package import TroveCodecs
import TroveModel

extension Credentials {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            name: try reader.optionalText(Wire.name.name), email: try reader.text(Wire.email.name),
            password: try reader.text(Wire.password.name),
            device: try reader.text(Wire.device.name),
            resumed: try reader.optionalText(Wire.resumed.name),
            invitation: try reader.optionalText(Wire.invitation.name))
    }

    /// The message in JSON, without the members that are nil.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            if let name { writer.member(Wire.name.name, name) }
            writer.member(Wire.email.name, email)
            writer.member(Wire.password.name, password)
            writer.member(Wire.device.name, device)
            if let resumed { writer.member(Wire.resumed.name, resumed) }
            if let invitation { writer.member(Wire.invitation.name, invitation) }
        }
    }
}

extension User {
    init(_ reader: WireReader) throws(WireError) {
        self.init(
            id: UserID(rawValue: try reader.count(Wire.id.name)),
            name: try reader.text(Wire.name.name),
            email: try reader.text(Wire.email.name))
    }

    /// Appends the members of the user.
    func appendMembers(to writer: inout WireWriter) {
        writer.member(Wire.id.name, id.rawValue)
        writer.member(Wire.name.name, name)
        writer.member(Wire.email.name, email)
    }
}

extension LoginReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            token: try reader.name(Wire.token.name), device: try reader.name(Wire.device.name),
            user: try reader.object(Wire.user.name) { (reader) throws(WireError) in try User(reader)
            },
            epoch: try reader.name(Wire.epoch.name),
            name: try reader.optionalText(Wire.name.name))
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.member(Wire.token.name, token)
            writer.member(Wire.device.name, device)
            writer.object(Wire.user.name) { user.appendMembers(to: &$0) }
            writer.member(Wire.epoch.name, epoch)
            if let name { writer.member(Wire.name.name, name) }
        }
    }
}

extension AccountReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            device: try reader.name(Wire.device.name),
            entries: try reader.count(Wire.entries.name),
            epoch: try reader.name(Wire.epoch.name))
    }

    /// Returns the message in JSON, with the user of the account.
    package func bytes(of user: User) -> [UInt8] {
        WireWriter.message { writer in
            writer.object(Wire.user.name) { user.appendMembers(to: &$0) }
            writer.member(Wire.device.name, device)
            writer.member(Wire.entries.name, entries)
            writer.member(Wire.epoch.name, epoch)
        }
    }
}

extension PasswordChange {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(old: try reader.text(Wire.old.name), new: try reader.text(Wire.new.name))
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.member(Wire.old.name, old)
            writer.member(Wire.new.name, new)
        }
    }
}

extension NewDevice {
    /// Parses the message. Throws an error if the name is missing or invalid.
    package init(_ json: JSON) throws(WireError) {
        self.init(name: try WireReader(json).text(Wire.name.name))
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        WireWriter.message { $0.member(Wire.name.name, name) }
    }
}

extension Device {
    init(_ reader: WireReader) throws(WireError) {
        self.init(
            id: try reader.name(Wire.id.name), name: try reader.text(Wire.name.name),
            created: try reader.moment(Wire.created.name), seen: try reader.moment(Wire.seen.name),
            isCurrent: try reader.flag(Wire.current.name),
            format: try reader.optionalCount(Wire.format.name))
    }

    /// Parses the reply to `GET /v1/devices`.
    package static func list(_ json: JSON) throws(WireError) -> [Device] {
        try WireReader(json).list(Wire.devices.name) { (reader) throws(WireError) in
            try Device(reader)
        }
    }

    /// Returns the reply to `GET /v1/devices`.
    package static func bytes(of devices: [Device]) -> [UInt8] {
        WireWriter.message { writer in
            writer.list(Wire.devices.name) { writer in
                for device in devices {
                    writer.element { writer in
                        writer.member(Wire.id.name, device.id)
                        writer.member(Wire.name.name, device.name)
                        writer.member(Wire.created.name, device.created.milliseconds)
                        writer.member(Wire.seen.name, device.seen.milliseconds)
                        writer.member(Wire.current.name, device.isCurrent)
                        if let format = device.format {
                            writer.member(Wire.format.name, format)
                        }
                    }
                }
            }
        }
    }
}

extension ServerRefusal {
    /// Creates the refusal of an error reply. The code is empty if the body is not a message of the
    /// protocol.
    package init(status: Int, body: JSON?, retryAfter: Int?) {
        let error = body?[Wire.error.name]
        self.init(
            status: status, code: error?[Wire.code.name]?.text ?? "",
            message: error?[Wire.text.name]?.text ?? "", retryAfter: retryAfter)
    }

    /// The body in JSON: the code and the message, without the status.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.object(Wire.error.name) { writer in
                writer.member(Wire.code.name, code)
                writer.member(Wire.text.name, message)
            }
        }
    }
}

extension TokenReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            token: try reader.name(Wire.token.name), device: try reader.name(Wire.device.name),
            name: try reader.optionalText(Wire.name.name))
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.member(Wire.token.name, token)
            writer.member(Wire.device.name, device)
            if let name { writer.member(Wire.name.name, name) }
        }
    }
}
