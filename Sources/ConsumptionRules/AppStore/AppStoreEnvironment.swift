/// The two App Store servers that take consumption information; `Xcode` and `LocalTesting` have none.
public enum AppStoreEnvironment: String, CaseIterable, Hashable, Sendable {
    /// Purchases of customers.
    case production = "Production"
    /// Purchases of testers.
    case sandbox = "Sandbox"
}

extension AppStoreEnvironment: Named {
    static let names = NameTable<AppStoreEnvironment>()
}
