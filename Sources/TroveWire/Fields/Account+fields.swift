extension Credentials {
    /// The fields of a signup and of a login.
    enum Wire {
        static let name = WireField("name", .scalar(.name), "the user's name")
        static let email = WireField("email", .scalar(.email), "the email of the account")
        static let password = WireField("password", .text, "the password in plain text")
        static let device = WireField("device", .scalar(.name), "the name of the device")
        static let resumed = WireField.optional(
            "resumed", .nullableText, "the ID of a logged-out device to resume")
        static let invitation = WireField.optional(
            "invitation", .nullableText,
            "the invitation or the code of the class, if the server requires one")

        static let signUp = WireMessage(
            "SignUp",
            [
                name, email.typed(.scalar(.newEmail)), password.typed(.scalar(.password)), device,
                invitation,
            ])
        static let logIn = WireMessage("LogIn", [email, password, device, resumed])
    }
}

extension User {
    /// The fields of a user.
    enum Wire {
        static let id = WireField("id", .integer, "the number of the account")
        static let name = WireField("name", .text, "the user's name")
        static let email = WireField("email", .text, "the email of the account")

        static let message = WireMessage("User", [id, name, email])
    }
}

extension LoginReply {
    /// The fields of the reply.
    enum Wire {
        static let token = WireField("token", .text, "the bearer token of the device")
        static let device = WireField("device", .scalar(.id), "the ID of the device")
        static let user = WireField("user", .message(User.Wire.message), "the logged-in user")
        static let epoch = WireField("epoch", .scalar(.id), "the epoch of the history")

        static let name = WireField.optional(
            "name", .nullableText, "the name of the device, made unique among those of the user")

        static let message = WireMessage("Login", [token, device, user, epoch, name])
    }
}

extension AccountReply {
    /// The fields of the reply.
    enum Wire {
        static let user = WireField("user", .message(User.Wire.message), "the user")
        static let device = WireField("device", .scalar(.id), "the ID of the token's device")
        static let entries = WireField(
            "entries", .count, "the number of living entries, without conflicts")
        static let epoch = WireField("epoch", .scalar(.id), "the epoch of the history")

        static let message = WireMessage("Account", [user, device, entries, epoch])
    }
}

extension PasswordChange {
    /// The fields of the request.
    enum Wire {
        static let old = WireField("old", .text, "the current password")
        static let new = WireField("new", .scalar(.password), "the new password")

        static let message = WireMessage("PasswordChange", [old, new])
    }
}

extension TokenReply {
    /// The fields of the reply.
    enum Wire {
        static let token = WireField("token", .text, "the new bearer token")
        static let device = WireField("device", .scalar(.id), "the ID of the token's device")

        static let name = WireField.optional(
            "name", .nullableText, "the name of a new device, made unique among those of the user")

        static let message = WireMessage("NewToken", [token, device, name])
    }
}

extension NewDevice {
    /// The fields of the request.
    enum Wire {
        static let name = WireField("name", .scalar(.name), "the name of the device")

        static let message = WireMessage("NewDevice", [name])
    }
}

extension Device {
    /// The fields of a device, and those of the list of devices.
    enum Wire {
        static let id = WireField("id", .scalar(.id), "the ID of the device")
        static let name = WireField("name", .text, "the name of the device")
        static let created = WireField(
            "created", .scalar(.moment), "when the device was created")
        static let seen = WireField(
            "seen", .scalar(.moment), "when the device last sent a request")
        static let current = WireField(
            "current", .flag, "whether it is the device that sent the request")
        static let format = WireField.optional(
            "format", .count, "the header Trove-Format of its last request; 1 without one")

        static let message = WireMessage("Device", [id, name, created, seen, current, format])

        static let devices = WireField(
            "devices", .list(.message(message)), "the devices of the account")
        static let listMessage = WireMessage("Devices", [devices])
    }
}

extension ServerRefusal {
    /// The fields of an error reply.
    enum Wire {
        static let code = WireField("code", .text, "the error code")
        static let text = WireField("message", .text, "the message, for display")
        static let error = WireField("error", .object([code, text]), "the error")

        static let message = WireMessage("Refusal", [error])
    }
}
