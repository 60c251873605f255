package import TroveCodecs
import TroveModel

extension Credentials {
    /// Reads the message; a member that is missing or invalid is an error that names it.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            name: try reader.optionalText("name"), email: try reader.text("email"),
            password: try reader.text("password"), device: try reader.text("device"),
            resumed: try reader.optionalText("resumed"),
            invitation: try reader.optionalText("invitation"))
    }

    /// The message as JSON in UTF-8; members that are nil are left out.
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

    /// Writes the user as the member `user` of a message.
    package func append(to writer: inout WireWriter) {
        writer.object("user") { writer in
            writer.member("id", id.rawValue)
            writer.member("name", name)
            writer.member("email", email)
        }
    }
}

extension LoginReply {
    /// Reads the message; a member that is missing or invalid is an error that names it.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(
            token: try reader.name("token"), device: try reader.name("device"),
            user: try reader.object("user") { (reader) throws(WireError) in try User(reader) },
            epoch: try reader.name("epoch"))
    }

    /// The message as JSON in UTF-8.
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

    /// The devices of the answer to `GET /v1/devices`.
    package static func list(_ json: JSON) throws(WireError) -> [Device] {
        try WireReader(json).list("devices") { (reader) throws(WireError) in try Device(reader) }
    }

    /// The answer to `GET /v1/devices`.
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
    /// From the body of an answer that is no success; where that is no message of the protocol, an
    /// empty code.
    package init(status: Int, body: JSON?, retryAfter: Int?) {
        let error = body?["error"]
        self.init(
            status: status, code: error?["code"]?.text ?? "",
            message: error?["message"]?.text ?? "", retryAfter: retryAfter)
    }

    /// The body of the refusal as JSON in UTF-8: the code and the message, without the status.
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
    /// Reads the message; a member that is missing or invalid is an error that names it.
    package init(_ json: JSON) throws(WireError) {
        let reader = WireReader(json)
        self.init(token: try reader.name("token"), device: try reader.name("device"))
    }

    /// The message as JSON in UTF-8.
    package var bytes: [UInt8] {
        WireWriter.message { writer in
            writer.member("token", token)
            writer.member("device", device)
        }
    }
}
