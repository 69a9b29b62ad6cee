import Configuration
import ConsumptionRules
import TestSupport
import Testing

/// The C library as its users meet it: from Python, and from a C program made with its header.
@Suite struct RulesLibraryTests {
    private let event = #"{"notificationUUID":"5f3a0b52-8d3c-4a7e-9a55-0a2b6d1c9f10"}"#

    @Test func `it has the version of the program`() async throws {
        let script = """
            import ctypes, sys
            library = ctypes.CDLL(sys.argv[1])
            library.consumption_version.restype = ctypes.c_char_p
            print(library.consumption_version().decode())
            """
        let version = try await ChildProcess.output(of: testPython(), ["-c", script, try RulesLibrary.path])
        #expect(version == Product.version)
    }

    @Test func `no pointer, no bytes, far too many and no UTF-8 are refused like anything else`() async throws {
        let script = """
            import ctypes, sys
            check = ctypes.CDLL(sys.argv[1]).consumption_check
            check.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]
            class Violation(ctypes.Structure):
                _fields_ = [(name, ctypes.c_char_p) for name in ("code", "path", "message")] + [("offset", ctypes.c_int64)]
            class Result(ctypes.Structure):
                _fields_ = [("count", ctypes.c_size_t), ("violations", ctypes.POINTER(Violation))]
            text = ctypes.create_string_buffer(bytes(range(256)))
            for pointer, length in [(None, 0), (None, 7), (None, 2**64 - 1), (text, 0), (text, 65537), (text, 2**63),
                                    (text, 2**64 - 1), (text, 256)]:
                result = Result(99)
                answer = check(pointer, length, ctypes.byref(result))
                assert answer == 1 == result.count == check(pointer, length, None)
                print(result.violations[0].code.decode(), result.violations[0].message.decode())
            """
        let said = try await ChildProcess.output(of: testPython(), ["-c", script, try RulesLibrary.path])
        let lines = said.split(separator: "\n")
        try #require(lines.count == 8)
        let codes = lines.map { $0.prefix { $0 != " " } }
        #expect(
            codes == Array(repeating: "TombstoneError", count: 3) + ["EmptyEventError"]
                + Array(repeating: "EventTooLargeError", count: 3) + ["MalformedEventError"]
        )
        #expect(lines[6].hasSuffix("the value has 18446744073709551615 bytes; at most 65536 are read"))
    }

    @Test func `threads that check at the same time get their own answers`() async throws {
        let script = """
            import ctypes, sys
            from concurrent.futures import ThreadPoolExecutor
            check = ctypes.CDLL(sys.argv[1]).consumption_check
            texts = [b"{}", b"", b"[" * 40, sys.argv[2].encode()] * 500
            with ThreadPoolExecutor(8) as pool:
                answers = list(pool.map(lambda text: check(text, len(text), None), texts))
            print(sorted(set(answers)), len(answers))
            """
        let said = try await ChildProcess.output(of: testPython(), ["-c", script, try RulesLibrary.path, event])
        #expect(said == "[1] 2000")
    }

    @Test func `a C program is made with the header as it is, and prints what is wrong`() async throws {
        let program = """
            #include <consumption_rules.h>
            #include <stdio.h>
            #include <string.h>

            int main(int count, char **words) {
                consumption_result result;
                int answer = consumption_check((const uint8_t *)words[1], strlen(words[1]), &result);
                for (size_t i = 0; i < result.count; i++)
                    printf("%s at %s: %s\\n", result.violations[i].code, result.violations[i].path, result.violations[i].message);
                consumption_result_free(&result);
                consumption_result_free(&result);
                consumption_result_free(NULL);
                return answer;
            }
            """
        let directory = try TemporaryDirectory()
        try directory.write(program.utf8, to: "producer.c")
        let script = """
            cc -std=c99 -Wall -Wextra -Wno-unused-parameter -pedantic -Werror -I "$1" producer.c "$2" -o producer &&
            LD_LIBRARY_PATH="${2%/*}" ./producer "$3"; echo $?
            """
        let library = try RulesLibrary.path
        let header = RulesLibrary.headerFolder
        let output = try await ChildProcess.output(
            of: "/bin/sh",
            ["-c", "cd \"$0\" && \(script)", directory.path, header, library, event]
        )
        #expect(
            output == """
                MalformedEventError at $.signedDate: the field is required and missing
                1
                """
        )
    }
}
