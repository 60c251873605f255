import TroveCodecs
import TroveWire

extension SyncServer {
    func putBlob(_ request: ServerRequest, _ hash: String) throws -> ServerAnswer {
        try asUser(request) { _, _, _ in }
        guard SHA256(hash) != nil else { throw ServerRefusal.notFound }
        guard BlobHash.hexadecimal(of: request.body) == hash else {
            throw ServerRefusal.blobDiffers
        }
        return try asUser(request, isRepeatable: true) { _, scope, _ in
            try scope.write {
                if let kept = try scope.blob(hash: hash), BlobHash.hexadecimal(of: kept) != hash {
                    try scope.remove(blob: kept.count, hash: hash)
                }
                try scope.keep(blob: request.body, hash: hash, limit: options.blobs)
            }
            return .reply(ServerReply(status: 204, user: scope.number), wakes: nil)
        }
    }

    func getBlob(_ request: ServerRequest, _ hash: String) throws -> ServerAnswer {
        let (bytes, user) = try asUser(request) { _, scope, _ in
            guard SHA256(hash) != nil, let bytes = try scope.blob(hash: hash) else {
                throw ServerRefusal.notFound
            }
            return (bytes, scope.number)
        }
        // A device that has the photo uploads it again when the server reports it missing.
        guard BlobHash.hexadecimal(of: bytes) == hash else {
            noteDamage("the blob \(hash) of user \(user) is damaged; it is treated as missing")
            throw ServerRefusal.notFound
        }
        let type = [(name: "Content-Type", value: "application/octet-stream")]
        return .reply(ServerReply(status: 200, headers: type, body: bytes, user: user), wakes: nil)
    }
}
