package import Configuration

extension LogWriter {
    /// A writer to standard error as the configuration wants it.
    package convenience init(_ settings: WorkerConfiguration.Log) {
        self.init(format: LogFormat(settings.format), level: LogLine.Level(settings.level), clock: SystemClock())
    }
}

extension LogFormat {
    init(_ format: WorkerConfiguration.Log.Format) {
        switch format {
        case .json: self = .json
        case .text: self = .text
        }
    }
}

extension LogLine.Level {
    init(_ level: WorkerConfiguration.Log.Level) {
        switch level {
        case .debug: self = .debug
        case .info: self = .info
        case .warning: self = .warning
        case .error: self = .error
        }
    }
}
