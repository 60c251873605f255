import TroveModel
import TroveWire

/// The OpenAPI 3.1 description of the protocol, generated from the table of routes.
enum OpenAPI {
    /// The body of `GET /v1/openapi.json`.
    static let document: [UInt8] = WireWriter.message { writer in
        writer.member("openapi", "3.1.0")
        writer.object("info") { writer in
            writer.member("title", "Trove")
            writer.member("version", "\(Limits.protocolVersion)")
        }
        writer.object("paths") { writer in
            for path in paths {
                writer.object(path) { writer in
                    for route in Route.allCases where route.path == path {
                        writer.object(route.method.lowercased()) { append(route, to: &$0) }
                    }
                }
            }
        }
        writer.object("components") { writer in
            writer.object("schemas", appendSchemas)
            writer.object("securitySchemes") { writer in
                writer.object("token") { writer in
                    writer.member("type", "http")
                    writer.member("scheme", "bearer")
                }
            }
        }
    }

    /// The distinct paths, in the order of the table.
    private static let paths = Route.allCases.map(\.path).reduce(into: [String]()) { paths, path in
        if !paths.contains(path) { paths.append(path) }
    }

    private static func append(_ route: Route, to writer: inout WireWriter) {
        let description = route.description
        writer.member("operationId", route.rawValue)
        writer.member("summary", description.summary)
        if route.needsToken { writer.member("security", raw: #"[{"token":[]}]"#) }
        writer.member("parameters", raw: parameters(of: route))
        if route.bodyLimit > 0 {
            writer.object("requestBody") { writer in
                writer.member("required", true)
                // The body limit in bytes; OpenAPI has no keyword for it.
                writer.member("x-bytes", route.bodyLimit)
                appendContent(of: description.request, to: &writer)
            }
        }
        writer.object("responses") { writer in
            writer.object("\(description.success)") { writer in
                writer.member("description", "Success")
                if description.success != 204 { appendContent(of: description.reply, to: &writer) }
            }
            for status in route.refusals {
                writer.object("\(status)") { writer in
                    writer.member("description", "Error")
                    appendContent(of: "Refusal", to: &writer)
                }
            }
            // Errors that any request can receive, such as during shutdown.
            writer.object("default") { writer in
                writer.member("description", "Error")
                appendContent(of: "Refusal", to: &writer)
            }
        }
    }

    private static func parameters(of route: Route) -> String {
        var parameters = route.path.split(separator: "/").filter { $0.hasPrefix("{") }.map {
            let name = $0.dropFirst().dropLast()
            return """
                {"name":"\(name)","in":"path","required":true,
                "schema":{"$ref":"#/components/schemas/\(name)"}}
                """
        }
        let query = route.description.query
        if !query.isEmpty { parameters.append(query) }
        return "[\(parameters.joined(separator: ","))]"
    }

    /// Describes a body: JSON of a schema, or arbitrary bytes without one.
    private static func appendContent(of schema: String?, to writer: inout WireWriter) {
        writer.object("content") { writer in
            if let schema {
                writer.object("application/json") { writer in
                    writer.object("schema") { writer in
                        writer.member("$ref", "#/components/schemas/\(schema)")
                    }
                }
            } else {
                writer.object("application/octet-stream") { _ in }
            }
        }
    }
}
