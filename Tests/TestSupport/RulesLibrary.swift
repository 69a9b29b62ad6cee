import FoundationEssentials

/// The rules as a C library, as it was built together with the tests.
package enum RulesLibrary {
    /// The path of the shared library.
    package static var path: String {
        get throws { try BuiltProgram.path(of: "libconsumptionrules.so") }
    }

    /// Where its header is.
    package static var headerFolder: String { ShippedFile.url("Sources/CConsumptionRules").path() }
}
