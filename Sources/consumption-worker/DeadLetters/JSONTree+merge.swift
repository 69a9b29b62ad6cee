import ConsumptionRules

extension JSONTree {
    /// The value with a merge patch applied to it (RFC 7396).
    ///
    /// A member of the patch that is null takes the value's away, an object is merged, everything else replaces.
    func merging(_ patch: JSONTree) -> JSONTree {
        guard case .object(let changes) = patch else { return patch }
        var members: [Member] = if case .object(let own) = self { own } else { [] }
        for change in changes {
            let index = members.firstIndex { $0.name == change.name }
            switch (index, change.value) {
            case (let index?, .null): members.remove(at: index)
            case (nil, .null): break
            case (let index?, let value): members[index].value = members[index].value.merging(value)
            case (nil, let value):
                members.append(Member(name: change.name, value: JSONTree.object([]).merging(value)))
            }
        }
        return .object(members)
    }
}
