import Glibc

/// The Python interpreter with the packages that the tests check against, named by TEST_PYTHON.
package func testPython() throws -> String {
    guard let path = getenv("TEST_PYTHON") else { throw TestPythonMissing() }
    return String(cString: path)
}

/// The path of a file inside a Python package.
func testPackageFile(_ package: String, _ file: String) async throws -> String {
    let script = "import \(package), os; print(os.path.join(os.path.dirname(\(package).__file__), '\(file)'))"
    return try await ChildProcess.output(of: testPython(), ["-c", script])
}

/// TEST_PYTHON is not set.
package struct TestPythonMissing: Error, CustomStringConvertible {
    /// What to do.
    package var description: String {
        "the environment variable TEST_PYTHON must name a Python with PyJWT and cryptography (ops/test sets it)"
    }
}
