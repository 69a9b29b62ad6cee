import ConsumptionRules
import Testing

@Suite struct NotificationUUIDTests {
    @Test func `it prints in lower case, whatever case it came in`() {
        let text = "01234567-89AB-cdef-FEDC-ba9876543210"
        #expect(NotificationUUID(text)?.description == text.lowercased())
    }

    @Test func `the same UUID in another case is the same identity`() {
        let text = TestEvent.uuid
        #expect(NotificationUUID(text) == NotificationUUID(text.uppercased()))
        #expect(NotificationUUID(text)?.hashValue == NotificationUUID(text.uppercased())?.hashValue)
    }

    @Test(arguments: [
        "", "3fa85f64", "3fa85f6457174562b3fc2c963f66afa6", "3fa85f64-5717-4562-b3fc-2c963f66afa", "{3fa85f64}",
        "3fa85f64-5717-4562-b3fc-2c963f66afa67", "3fa85f64-5717-4562-b3fc-2c963f66afag",
        "3fa85f645-717-4562-b3fc-2c963f66afa6", " 3fa85f64-5717-4562-b3fc-2c963f66afa6",
    ])
    func `anything but 8-4-4-4-12 hexadecimal digits is none`(_ text: String) {
        #expect(NotificationUUID(text) == nil)
    }

    @Test func `it takes 16 bytes`() {
        #expect(MemoryLayout<NotificationUUID>.size == 16)
    }
}
