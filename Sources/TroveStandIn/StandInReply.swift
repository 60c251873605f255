/// A reply of a stand-in.
struct StandInReply: Sendable {
    var status = 200
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    static func json(_ json: StandInJSON, status: Int = 200) -> StandInReply {
        StandInReply(
            status: status, headers: [("Content-Type", "application/json")], body: json.bytes)
    }

    static func html(_ title: String, status: Int) -> StandInReply {
        let text =
            "<!DOCTYPE html>\n<html><head><title>\(title)</title></head>"
            + "<body><h1>\(title)</h1></body></html>\n"
        return StandInReply(
            status: status, headers: [("Content-Type", "text/html; charset=utf-8")],
            body: Array(text.utf8))
    }

    static func redirect(to location: String) -> StandInReply {
        StandInReply(status: 302, headers: [("Location", location)])
    }

    static func picture(_ bytes: [UInt8], type: String = "image/jpeg") -> StandInReply {
        StandInReply(headers: [("Content-Type", type)], body: bytes)
    }
}
