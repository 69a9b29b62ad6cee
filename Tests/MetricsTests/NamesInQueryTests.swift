import Testing

@Suite struct NamesInQueryTests {
    @Test(arguments: [
        "consumption_stalls > 0",
        #"sum by (job, app) (rate(consumption_submissions_total{status=~"5..|error{x}",environment!="a"}[5m]))"#,
        "histogram_quantile(0.99, sum by (le) (rate(consumption_event_latency_seconds_bucket[5m])))",
        "rate(consumption_event_latency_seconds_sum[5m]) / on (instance) rate(process_cpu_seconds_total[5m])",
    ])
    func `names of the catalogue are no fault`(query: String) {
        #expect(NamesInQuery(query).faults == [])
    }

    @Test(arguments: [
        ("consumption_stall > 0", "consumption_stall is not in the catalogue"),
        ("rate(consumtion_stalls[5m])", "consumtion_stalls is not in the catalogue"),
        (#"up{job="a"}"#, "up is not in the catalogue"),
        ("consumption_event_latency_seconds", "consumption_event_latency_seconds is not in the catalogue"),
        ("consumption_stalls_bucket", "consumption_stalls_bucket is not in the catalogue"),
        (#"consumption_pending{partition="0"}"#, "consumption_pending has no label partition"),
        ("sum by (partition) (consumption_pending)", "no metric of the query has a label partition"),
    ])
    func `a name that is not in the catalogue is a fault`(query: String, fault: String) {
        #expect(NamesInQuery(query).faults == [fault])
    }

    @Test func `a legend shows labels that there are`() {
        #expect(NamesInQuery("consumption_pending", legend: "{{app}} {{ environment }}").faults == [])
        #expect(NamesInQuery("consumption_pending", legend: "{{partition}}").faults.count == 1)
    }
}
