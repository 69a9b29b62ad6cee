import Glibc

/// What the client's thread does: takes requests from the inbox, authorises them, and hands over what was answered.
final class SubmissionLoop {
    private let inbox: Inbox
    private let transport: AppStoreTransport
    private let answers: AsyncStream<[AppStoreAnswer]>.Continuation
    private var signers: [AppSigner]
    /// Taken from the inbox; those from `next` on have not been started.
    private var requests: [AppStoreRequest] = []
    private var next = 0

    init(
        inbox: Inbox,
        transport: AppStoreTransport,
        signers: [AppSigner],
        answers: AsyncStream<[AppStoreAnswer]>.Continuation
    ) {
        self.inbox = inbox
        self.transport = transport
        self.answers = answers
        self.signers = signers
    }

    /// Works until the inbox is closed; then whatever has no answer yet is answered as cancelled.
    func run() {
        while !inbox.isEnded {
            handOver(startRequests())
            handOver(answers(to: transport.turn()))
            if !(transport.hasRoom && hasRequests()) { transport.wait() }
        }
        var cancelled = answers(to: transport.cancelAll())
        while hasRequests() {
            cancelled.append(AppStoreAnswer(to: requests[next], failure: AppStoreTransport.cancelled))
            next += 1
        }
        handOver(cancelled)
        answers.finish()
    }

    /// Whether a request waits for its turn; looks into the inbox only when what was taken from it has been started.
    private func hasRequests() -> Bool {
        if next == requests.count {
            for (app, key) in inbox.take(into: &requests) { signers[app].replaceKey(with: key) }
            next = 0
        }
        return next < requests.count
    }

    /// Starts as many requests as there is room for and returns the answers to those that could not be started.
    private func startRequests() -> [AppStoreAnswer] {
        let now = timeSinceEpoch()
        var failed: [AppStoreAnswer] = []
        while transport.hasRoom, hasRequests() {
            let request = requests[next]
            next += 1
            do throws(TransportFailure) {
                try transport.start(request, headers: signers[request.app].headers(at: now))
            } catch {
                failed.append(AppStoreAnswer(to: request, failure: error))
            }
        }
        return failed
    }

    private func answers(to replies: [HTTPReply]) -> [AppStoreAnswer] {
        guard !replies.isEmpty else { return [] }
        let now = timeSinceEpoch()
        return replies.map { reply in
            switch reply.outcome {
            case .success(let response): answer(to: reply, response, at: now)
            case .failure(let failure):
                AppStoreAnswer(
                    ticket: reply.request.ticket,
                    result: .unavailable(.unanswered(failure)),
                    duration: reply.duration,
                    sentAfter: reply.sentAfter
                )
            }
        }
    }

    private func answer(to reply: HTTPReply, _ response: HTTPResponse, at now: Duration) -> AppStoreAnswer {
        let result = SubmissionResult(response, at: now)
        if case .unauthorized(let refusal) = result, refusal.status == 401 {
            signers[reply.request.app].drop(reply.request.headers.token)
        }
        return AppStoreAnswer(
            ticket: reply.request.ticket,
            result: result,
            duration: reply.duration,
            sentAfter: reply.sentAfter,
            httpVersion: response.httpVersion,
            clockLead: response.date.flatMap(HTTPDate.init).map { now - $0.sinceEpoch }
        )
    }

    private func handOver(_ batch: [AppStoreAnswer]) {
        if !batch.isEmpty { answers.yield(batch) }
    }
}

extension AppStoreAnswer {
    /// The answer to a request that never left.
    fileprivate init(to request: AppStoreRequest, failure: TransportFailure) {
        self.init(ticket: request.ticket, result: .unavailable(.unanswered(failure)), duration: .zero)
    }
}

private func timeSinceEpoch() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
