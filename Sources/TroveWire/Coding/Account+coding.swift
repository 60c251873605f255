package import TroveCodecs
import TroveModel

extension Credentials {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            name: try reader.optionalText("name"), email: try reader.text("email"),
            password: try reader.text("password"), device: try reader.text("device"),
            resumed: try reader.optionalText("resumed"),
            invitation: try reader.optionalText("invitation"))
    }

    /// The message in JSON, without the members that are nil.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            if let name { writer.member("name", name) }
            writer.member("email", email)
            writer.member("password", password)
            writer.member("device", device)
            if let resumed { writer.member("resumed", resumed) }
            if let invitation { writer.member("invitation", invitation) }
        }
    }
}

extension User {
    init(_ reader: WireReader) throws(WireError) {
        self.init(
            id: UserID(rawValue: try reader.count("id")), name: try reader.text("name"),
            email: try reader.text("email"))
    }

    /// Appends the user as the member `user`.
    package func append(to writer: inout WireWriter) {
        writer.object("user") { writer in
            writer.member("id", id.rawValue)
            writer.member("name", name)
            writer.member("email", email)
        }
    }
}

extension LoginReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            token: try reader.name("token"), device: try reader.name("device"),
            user: try reader.object("user") { (reader) throws(WireError) in try User(reader) },
            epoch: try reader.name("epoch"))
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.member("token", token)
            writer.member("device", device)
            user.append(to: &writer)
            writer.member("epoch", epoch)
        }
    }
}

extension Device {
    init(_ reader: WireReader) throws(WireError) {
        self.init(
            id: try reader.name("id"), name: try reader.text("name"),
            created: try reader.moment("created"), seen: try reader.moment("seen"),
            isCurrent: try reader.flag("current"))
    }

    /// Parses the reply to `GET /v1/devices`.
    package static func list(_ json: JSON) throws(WireError) -> [Device] {
        try WireReader(json).list("devices") { (reader) throws(WireError) in try Device(reader) }
    }

    /// Returns the reply to `GET /v1/devices`.
    package static func bytes(of devices: [Device]) -> [UInt8] {
        WireWriter.message { writer in
            writer.list("devices") { writer in
                for device in devices {
                    writer.element { writer in
                        writer.member("id", device.id)
                        writer.member("name", device.name)
                        writer.member("created", device.created.milliseconds)
                        writer.member("seen", device.seen.milliseconds)
                        writer.member("current", device.isCurrent)
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
        let error = body?["error"]
        self.init(
            status: status, code: error?["code"]?.text ?? "",
            message: error?["message"]?.text ?? "", retryAfter: retryAfter)
    }

    /// The body in JSON: the code and the message, without the status.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.object("error") { writer in
                writer.member("code", code)
                writer.member("message", message)
            }
        }
    }
}

extension TokenReply {
    /// Parses the message. Throws an error that names the first missing or invalid member.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(token: try reader.name("token"), device: try reader.name("device"))
    }

    /// The message in JSON.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.member("token", token)
            writer.member("device", device)
        }
    }
}
