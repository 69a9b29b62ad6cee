import Kafka

/// Shows one dead letter with everything that is known of it.
struct DeadLettersShowCommand: Command {
    static let name = "dead-letters show"
    static let help = CommandHelp(
        summary: "Show one dead letter, its headers explained",
        operands: "PARTITION:OFFSET",
        about: """
            Shows the dead letter at a place on the dead-letter topic, as `dead-letters list` names it: why it is there,
            what each header means, Apple's page for each code, and the event. It may hold data of a customer's.
            """,
        options: [.config],
        exitCodes: deadLettersExitCodes + [(.answerIsNo, "There is no record at this place")],
        example: "consumption-worker dead-letters show --config config/worker.yaml 0:42"
    )

    private let file: String
    private let place: LetterPlace

    init(_ arguments: Arguments) throws(UsageError) {
        file = try arguments.require(.config)
        guard arguments.operands.count == 1, let place = LetterPlace(arguments.operands[0]) else {
            throw UsageError("one PARTITION:OFFSET is needed, such as 0:42")
        }
        self.place = place
    }

    func run() async throws -> ExitCode {
        var reader = try DeadLetterTopic(configuration: file).reader(onlyPartition: place.partition)
        do {
            guard let letter = try await find(&reader) else {
                StandardStream.complain("there is no dead letter at \(place)")
                return .answerIsNo
            }
            try StandardStream.output.writeLine(LetterExplanation(letter: letter).text)
        } catch let failure as LetterFailure {
            StandardStream.complain("\(failure)")
            return failure.exitCode
        }
        await reader.close()
        return .done
    }

    private func find(_ reader: inout LetterReader) async throws(LetterFailure) -> FiledLetter? {
        try await reader.start(startsOver: true)
        while let record = try await reader.next() {
            if record.offset == place.offset { return FiledLetter(record) }
            if record.offset > place.offset { return nil }
        }
        return nil
    }
}
