/// A message of the protocol: the name of its schema and its fields.
package struct WireMessage: Sendable {
    /// The name of the schema in the OpenAPI description.
    package let name: String
    /// The fields of each form that the message can have, in the order in which they are written.
    package let forms: [[WireField]]

    init(_ name: String, _ forms: [WireField]...) {
        self.name = name
        self.forms = forms
    }

    /// All messages with a schema.
    package static let all = [
        ServerRefusal.Wire.message, HelloReply.Wire.message, Credentials.Wire.signUp,
        Credentials.Wire.logIn, User.Wire.message, LoginReply.Wire.message,
        AccountReply.Wire.message, PasswordChange.Wire.message, TokenReply.Wire.message,
        NewDevice.Wire.message, Device.Wire.listMessage, Device.Wire.message,
        PushRequest.Wire.message, PushOperation.Wire.message, PushReply.Wire.message,
        PushResult.Wire.message, Entry.Wire.message, ChangesReply.Wire.message,
        SnapshotReply.Wire.message,
    ]
}
