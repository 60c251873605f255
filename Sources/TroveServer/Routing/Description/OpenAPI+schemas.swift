import TroveWire

extension OpenAPI {
    /// The JSON Schemas of all messages.
    static let schemas = """
        {
        "id":{"type":"string",
          "pattern":"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"},
        "sha256":{"type":"string","pattern":"^[0-9a-f]{64}$"},
        "mark":{"type":"string","pattern":"^[0-9a-fA-F]{1,16}$"},
        "sequence":{"type":"integer","minimum":0,"maximum":\(limit + 1)},
        "limit":{"type":"integer","minimum":1,"maximum":\(Limits.page)},
        "wait":{"type":"integer","minimum":0,"maximum":\(Limits.wait)},
        "epoch":{"type":"string","pattern":"^[0-9A-Za-z_-]{1,200}$"},
        "name":{"type":"string","maxLength":\(AccountRules.longestName),
          "description":"not blank, without control characters",
          "pattern":"^[^\(control)]*[^\\\\s\(control)][^\(control)]*$"},
        "email":{"type":"string","maxLength":\(AccountRules.longestEmail),
          "pattern":"^[^@\\\\s\(control)]+@[^@\\\\s\(control)]+$"},
        "password":{"type":"string","minLength":\(Limits.password.lowerBound),
          "maxLength":\(Limits.password.upperBound),"description":"must not be a common password"},
        "moment":{"type":"integer","minimum":\(-limit),"maximum":\(limit),
          "description":"milliseconds since 1970-01-01T00:00:00Z"},
        "fields":{"type":"object","description":"field names and their values"},
        "Refusal":{"type":"object","required":["error"],"properties":{
          "error":{"type":"object","required":["code","message"],"properties":{
            "code":\(text),"message":\(text)}}}},
        "Description":{"type":"object","required":["openapi","paths"],"properties":{
          "openapi":\(text),"paths":{"type":"object"}}},
        "Hello":{"type":"object","required":["server","protocols","limits","kinds"],"properties":{
          "server":{"type":"string"},
          "protocols":{"type":"array","items":{"type":"integer"}},
          "limits":{"type":"object",
            "required":["operations","body","entry","field","blob","wait"],"properties":{
            "operations":\(count),"body":\(count),"entry":\(count),"field":\(count),
            "blob":\(count),"wait":\(count)}},
          "kinds":{"type":"array","items":{"type":"object","required":["name","fields"],
            "properties":{"name":\(text),"fields":{"type":"array","items":\(text)}}}}}},
        "SignUp":{"type":"object","required":["name","email","password","device"],"properties":{
          "name":\(name),"email":\(email),"password":\(password),"device":\(name),
          "invitation":\(optionalText)}},
        "LogIn":{"type":"object","required":["email","password","device"],"properties":{
          "email":\(email),"password":\(text),"device":\(name),"resumed":\(optionalText)}},
        "User":{"type":"object","required":["id","name","email"],"properties":{
          "id":{"type":"integer"},"name":\(text),"email":\(text)}},
        "Login":{"type":"object","required":["token","device","user","epoch"],"properties":{
          "token":\(text),"device":\(id),"user":\(reference("User")),"epoch":\(id)}},
        "Account":{"type":"object","required":["user","device","entries","epoch"],"properties":{
          "user":\(reference("User")),"device":\(id),"entries":\(count),"epoch":\(id)}},
        "PasswordChange":{"type":"object","required":["old","new"],"properties":{
          "old":\(text),"new":\(password)}},
        "NewToken":{"type":"object","required":["token","device"],"properties":{
          "token":\(text),"device":\(id)}},
        "NewDevice":{"type":"object","required":["name"],"properties":{"name":\(name)}},
        "Devices":{"type":"object","required":["devices"],"properties":{
          "devices":{"type":"array","items":\(reference("Device"))}}},
        "Device":{"type":"object","required":["id","name","created","seen","current"],
          "properties":{"id":\(id),"name":\(text),"created":\(reference("moment")),
          "seen":\(reference("moment")),"current":{"type":"boolean"}}},
        "Push":{"type":"object","required":["epoch","since","mark","operations"],"properties":{
          "epoch":\(reference("epoch")),"since":\(sequence),"mark":\(mark),
          "operations":{"type":"array","maxItems":\(Limits.operations),
            "items":\(reference("Operation"))}}},
        "Operation":{"oneOf":[
          {"type":"object","required":["n","action"],"properties":{
            "n":\(sequence),"action":{"type":"string","enum":["skip"]}}},
          {"type":"object","required":["n","action","kind","id","base","fields","at"],
            "properties":{"n":\(sequence),
            "action":{"type":"string","enum":["create","update","delete"]},"kind":\(text),
            "id":\(id),"base":\(sequence),"fields":\(reference("fields")),
            "at":\(reference("moment"))}}]},
        "PushReply":{"type":"object",
          "required":["epoch","ack","before","seq","mark","results"],"properties":{
          "epoch":\(id),"ack":\(count),"before":\(count),"seq":\(sequence),"mark":\(mark),
          "results":{"type":"array","items":\(reference("Result"))}}},
        "Result":{"type":"object","required":["n","status","ver"],"properties":{
          "n":\(count),"status":{"type":"string",
            "enum":[\(words(PushResult.Status.allCases))]},
          "duplicate":{"type":"boolean"},"ver":\(count),"entry":\(reference("Entry")),
          "error":{"type":"object","required":["code","message"],"properties":{
            "code":{"type":"string","enum":[\(words(Rejection.Code.allCases))]},
            "field":\(text),"message":\(text)}}}},
        "Entry":{"oneOf":[
          {"type":"object","required":["kind","id","ver","fields","by"],"properties":{
            "kind":\(text),"id":\(id),"ver":\(count),"fields":\(reference("fields")),
            "by":\(text)}},
          {"type":"object","required":["kind","id","ver","deleted","by"],"properties":{
            "kind":\(text),"id":\(id),"ver":\(count),"deleted":{"type":"boolean","enum":[true]},
            "by":\(text)}}]},
        "Changes":{"type":"object",
          "required":["epoch","since","entries","next","mark","more","ack"],"properties":{
          "epoch":\(id),"since":\(sequence),
          "entries":{"type":"array","items":\(reference("Entry"))},"next":\(sequence),
          "mark":\(mark),"more":{"type":"boolean"},"ack":\(count)}},
        "Snapshot":{"type":"object","required":["epoch","seq","mark","entries","more"],
          "properties":{"epoch":\(id),"seq":\(sequence),"mark":\(mark),
          "entries":{"type":"array","items":\(reference("Entry"))},"more":{"type":"boolean"}}}
        }
        """

    private static let text = #"{"type":"string"}"#
    private static let optionalText = #"{"type":["string","null"]}"#
    private static let count = #"{"type":"integer","minimum":0}"#
    private static let id = reference("id")
    private static let name = reference("name")
    private static let email = reference("email")
    private static let password = reference("password")
    private static let mark = reference("mark")
    private static let sequence = reference("sequence")

    /// The largest integer that every JSON parser reads exactly.
    private static let limit = 1 << 53 - 1
    /// The characters that names must not contain, for a character class.
    private static let control = #"\\u0000-\\u001f\\u007f-\\u009f"#

    private static func reference(_ name: String) -> String {
        ##"{"$ref":"#/components/schemas/\##(name)"}"##
    }

    private static func words(_ cases: [some RawRepresentable<String>]) -> String {
        cases.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
    }
}
