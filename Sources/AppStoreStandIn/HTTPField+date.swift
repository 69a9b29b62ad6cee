import FoundationEssentials
import Glibc
import HTTPServer

extension HTTPField {
    /// The header `Date` with this moment: `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func date(_ moment: Date) -> HTTPField {
        var (seconds, parts) = (time_t(moment.timeIntervalSince1970), tm())
        gmtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 32)
        // In the locale "C", which holds as long as nobody sets another.
        let length = strftime(&text, text.count, "%a, %d %b %Y %H:%M:%S GMT", &parts)
        return HTTPField("Date", String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self))
    }
}
