/// For a request: from what a local server needs to what ends in a time-out.
let durationBounds: [Duration] = [
    .milliseconds(1), .milliseconds(3), .milliseconds(10), .milliseconds(30), .milliseconds(100), .milliseconds(250),
    .milliseconds(500), .seconds(1), .milliseconds(2500), .seconds(5), .seconds(10), .seconds(30),
]

/// For an event: from an idle worker to Apple's window of 12 hours.
let latencyBounds: [Duration] = [
    .milliseconds(1), .milliseconds(10), .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1),
    .milliseconds(2500), .seconds(10), .seconds(30), .minutes(1), .minutes(5), .minutes(15), .hours(1), .hours(3),
    .hours(6), .hours(12),
]

/// For the time left: narrow where it gets dangerous; up to 0 is too late.
let timeLeftBounds: [Duration] = [
    .zero, .minutes(1), .minutes(5), .minutes(15), .minutes(30), .hours(1), .hours(2), .hours(4), .hours(6), .hours(8),
    .hours(10), .hours(11), .hours(12),
]

/// For a batch: up to the largest that can be configured.
let batchSizeBounds: [Double] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]

/// For a share of a whole.
let ratioBounds: [Double] = [0.1, 0.25, 0.5, 0.75, 0.9, 1]

extension Duration {
    fileprivate static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
    fileprivate static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
}
