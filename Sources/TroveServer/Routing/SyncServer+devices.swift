import TroveModel
import TroveWire

extension SyncServer {
    func listDevices(_ request: ServerRequest) throws -> ServerAnswer {
        try asUser(request) { _, scope, own in
            let devices = try scope.devices().map { device in
                Device(
                    id: device.id.description, name: device.name, created: device.created,
                    seen: device.seen, isCurrent: device.number == own.number,
                    format: device.number == own.number ? request.format : device.format)
            }
            return .reply(
                ServerReply(status: 200, body: Device.bytes(of: devices), user: scope.number),
                wakes: nil)
        }
    }

    /// Creates a device beside the one that asks, for a library whose operations do not match the
    /// server's record of its device. The old device stays active: the library may be a copy, with
    /// the original still in use.
    func addDevice(_ request: ServerRequest) throws -> ServerAnswer {
        try asUser(request) { _, _, _ in }
        let name = try AccountRules.name(message(request, NewDevice.init).name, of: "device")
        return try asUser(request) { connection, scope, _ in
            let now = now()
            try AttemptLimit.admission.count(
                of: scope.number.description, at: now, in: connection.store)
            let id = ItemID(at: now, using: &connection.random)
            let token = AccessToken(of: scope.number, using: &connection.random)
            let (given, ended) = try scope.write {
                let ended = try scope.makeRoomForDevice(at: now)
                let (number, given) = try scope.makeDevice(
                    id: id, name: name, format: request.format, at: now)
                try scope.give(token, to: number, at: now)
                return (given, ended)
            }
            if let ended {
                note(.deviceEnded, request, user: scope.number, device: ended.description)
            }
            note(.deviceAdded, request, user: scope.number, device: id.description)
            let reply = TokenReply(token: token.text, device: id.description, name: given)
            return .reply(
                ServerReply(status: 200, body: reply.bytes, user: scope.number), wakes: nil)
        }
    }

    /// Offers the device another token. The old one stays valid until the device uses the new one,
    /// so a device that did not get the answer just asks again.
    func offerToken(_ request: ServerRequest) throws -> ServerAnswer {
        try asUser(request) { connection, scope, device in
            let token = AccessToken(of: scope.number, using: &connection.random)
            guard try scope.write({ try scope.offer(token) }) else {
                throw ServerRefusal.tokenInExchange
            }
            let reply = TokenReply(token: token.text, device: device.id.description)
            return .reply(
                ServerReply(status: 200, body: reply.bytes, user: scope.number), wakes: nil)
        }
    }

    func endDevice(_ request: ServerRequest, _ id: String) throws -> ServerAnswer {
        try asUser(request) { connection, scope, _ in
            guard let id = ItemID(id), let device = try scope.device(id: id) else {
                throw ServerRefusal.notFound
            }
            try scope.write { try scope.end(device.number, at: now()) }
            note(.deviceEnded, request, user: scope.number, device: id.description)
            return .reply(ServerReply(status: 204, user: scope.number), wakes: nil)
        }
    }
}
