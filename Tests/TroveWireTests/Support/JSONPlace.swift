import TroveCodecs
import TroveModel

/// The path of a member within a JSON value.
struct JSONPlace: Sendable, CustomStringConvertible {
    /// A step of the path: to a member, or to an element.
    enum Step: Sendable, Hashable {
        case member(String)
        case element(Int)
    }

    let steps: [Step]

    /// The names on the path, without the indices of elements: `operations.n`.
    var path: String {
        steps.compactMap { if case .member(let name) = $0 { name } else { nil } }
            .joined(separator: ".")
    }

    var description: String {
        steps.map { step in
            switch step {
            case .member(let name): name
            case .element(let index): "[\(index)]"
            }
        }.joined(separator: ".")
    }
}

extension JSON {
    /// Returns the paths of all members, except those below some.
    func places(notBelow closed: Set<String>, from steps: [JSONPlace.Step] = []) -> [JSONPlace] {
        var places: [JSONPlace] = []
        for (index, element) in (array ?? []).enumerated() {
            places += element.places(notBelow: closed, from: steps + [.element(index)])
        }
        for member in members ?? [] {
            let place = JSONPlace(steps: steps + [.member(member.name)])
            places.append(place)
            if !closed.contains(member.name) {
                places += member.value.places(notBelow: closed, from: place.steps)
            }
        }
        return places
    }

    /// Returns the value with the one at a path replaced or removed.
    func replacing(_ place: JSONPlace, with value: JSON?) -> JSON {
        replacing(place.steps[...], with: value)
    }

    private func replacing(_ steps: ArraySlice<JSONPlace.Step>, with value: JSON?) -> JSON {
        let rest = steps.dropFirst()
        switch (steps.first, self) {
        case (.element(let index)?, .array(var elements)):
            elements[index] = elements[index].replacing(rest, with: value)
            return .array(elements)
        case (.member(let name)?, .object(let members)):
            return .object(
                members.compactMap { member in
                    guard member.name == name else { return member }
                    guard rest.isEmpty else {
                        return Member(name, member.value.replacing(rest, with: value))
                    }
                    return value.map { Member(name, $0) }
                })
        default: return self
        }
    }

    /// The value at a path.
    subscript(place: JSONPlace) -> JSON? {
        place.steps.reduce(Optional(self)) { value, step in
            switch step {
            case .member(let name): value?[name]
            case .element(let index): value?.array?[index]
            }
        }
    }
}

extension JSON {
    /// The JSON type of the value.
    var shape: Shape {
        switch self {
        case .null: .null
        case .bool: .bool
        case .integer, .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
