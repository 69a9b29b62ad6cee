extension EventDecoder {
    mutating func decodeRequest() throws(JSONFault) {
        guard try entersObject() else { return }
        var request = ConsumptionRequest()
        while let key = try reader.nextKey() {
            switch reader.known(key) as RequestKey? {
            case .customerConsented: request.customerConsented = try boolean()
            case .consumptionPercentage: request.consumptionPercentage = try optionalInteger()
            case .deliveryStatus: request.deliveryStatus = try name()
            case .refundPreference: request.refundPreference = try optionalName()
            case .sampleContentProvided: request.sampleContentProvided = try boolean()
            case nil: try skipUnknownField()
            }
        }
        fields.consumptionRequest = request
    }

    mutating func decodeRequestV1() throws(JSONFault) {
        guard try entersObject() else { return }
        var request = ConsumptionRequestV1()
        while let key = try reader.nextKey() {
            switch reader.known(key) as RequestV1Key? {
            case .customerConsented: request.customerConsented = try boolean()
            case .consumptionStatus: request.consumptionStatus = try integer()
            case .platform: request.platform = try integer()
            case .sampleContentProvided: request.sampleContentProvided = try boolean()
            case .deliveryStatus: request.deliveryStatus = try integer()
            case .appAccountToken: request.appAccountToken = try string()
            case .accountTenure: request.accountTenure = try integer()
            case .playTime: request.playTime = try integer()
            case .lifetimeDollarsRefunded: request.lifetimeDollarsRefunded = try integer()
            case .lifetimeDollarsPurchased: request.lifetimeDollarsPurchased = try integer()
            case .userStatus: request.userStatus = try integer()
            case .refundPreference: request.refundPreference = try optionalInteger()
            case nil: try skipUnknownField()
            }
        }
        fields.consumptionRequestV1 = request
    }

    private mutating func skipUnknownField() throws(JSONFault) {
        fields.unknownFields.note(reader.path)
        try reader.skip(try reader.next())
    }
}
