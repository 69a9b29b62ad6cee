// Keeps the page up to date from status.json; what it writes is what the server wrote when it made the page.
"use strict";
{
  const byID = (id) => document.getElementById(id);
  const grouped = (number) => number.toLocaleString("en-US");
  const decimal = (number) => number.toLocaleString("en-US", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const clock = (date) => date.slice(11, 19) + " UTC";
  const spoken = (seconds) =>
    seconds < 60 ? `${seconds} s`
    : seconds < 3600 ? `${Math.floor(seconds / 60)} min`
    : seconds < 86400 ? `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`
    : `${Math.floor(seconds / 86400)} d ${Math.floor(seconds / 3600) % 24} h`;
  const signs = { good: "✓", notice: "•", trouble: "✗", silent: "✗" };
  const colors = { good: "1a7f4b", notice: "c98a00", trouble: "d13438", silent: "d13438" };

  // Text only ever becomes text: there is no other way into the page.
  const element = (name, attributes, ...children) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  };
  const cell = (name, text) => element("td", { "data-name": name }, text);
  const small = (text) => element("small", {}, text);
  const say = (id, text) => { if (byID(id).textContent !== text) byID(id).textContent = text; };
  const fill = (id, children) => document.querySelector(`#${id} tbody`).replaceChildren(...children);

  const show = (status) => {
    const age = (date) => spoken(Math.max(0, Math.floor((Date.parse(status.at) - Date.parse(date)) / 1000)));

    const problem = ({ level, what, since, next }) =>
      element("li", { class: level }, element("strong", {}, what),
        element("span", { class: "since" }, since ? `since ${clock(since)}, ${age(since)} · ` : ""),
        element("span", { class: "next" }, next));

    const state = ({ state, until, pause }) =>
      pause
      ? element("td", {}, element("i", {}, "paused"), ` since ${clock(pause.since)}, ${age(pause.since)}`,
          small(pause.answer), small(`next probe ${clock(pause.nextProbe)}, ${grouped(pause.refusedProbes)} refused so far`))
      : element("td", {}, element("i", {}, state), until ? ` until ${clock(until)}` : "");

    const app = (lane) =>
      element("tr", { class: lane.state },
        element("td", {}, element("b", {}, lane.app), " ", small(lane.environment + (lane.endpoint === "v1" ? " V1" : ""))),
        state(lane), cell("Waiting", grouped(lane.waiting)), cell("In flight", grouped(lane.inFlight)),
        cell("Rate", `${decimal(lane.ratePerSecond)}/s`), cell("Tokens", grouped(lane.tokens)), cell("Breaker", lane.breaker));

    const partition = ({ partition, position, lag, open, oldestSince, paused }) =>
      element("tr", { class: paused === null ? "" : "held" },
        cell("Partition", partition), cell("Position", position === null ? "?" : grouped(position)),
        cell("Lag", lag === null ? "?" : grouped(lag)), cell("Open", grouped(open)),
        cell("Oldest", oldestSince === null ? "none" : age(oldestSince)), cell("Reading", paused ?? "on"));

    const refusal = ({ at, record, event, app, reason, stage, message }) =>
      element("tr", { class: "" },
        cell("When", clock(at)), cell("Record", record), cell("Event", event ?? "unreadable"),
        element("td", { "data-name": "Reason" }, element("b", {}, reason), " ",
          small(stage + (app === null ? "" : `, ${app}`)), small(message)));

    mark(status.state, status.summary, status.product.group);
    say("uptime", age(status.startedAt));
    say("at", clock(status.at));
    byID("problems").replaceChildren(...status.problems.map(problem));
    const { totals, waiting, inFlight, lag } = status;
    const numbers = [totals.accepted, totals.refused, totals.duplicates, totals.parked, waiting, inFlight, lag];
    document.querySelectorAll("#numbers dd").forEach((dd, index) => { dd.textContent = grouped(numbers[index]); });
    draw(status.flow);
    fill("apps", status.apps.map(app));
    fill("partitions", status.partitions.map(partition));
    fill("refusals", status.refusals.map(refusal));
  };

  const draw = (flow) => {
    const top = (...lists) => lists.flat().reduce((most, value) => Math.max(most, value), 1);
    const line = (name, values, most) => {
      const first = 180 - values.length;
      const points = values.map((value, index) => `${first + index},${(59 - 56 * value / most).toFixed(1)}`).join(" ");
      document.querySelector(`polyline.${name}`).setAttribute("points", points);
      document.querySelector(`polygon.${name}`).setAttribute("points", points && `${first},60 ${points} 179,60`);
    };
    const finished = top(flow.accepted, flow.refused);
    line("accepted", flow.accepted, finished);
    line("refused", flow.refused, finished);
    line("waiting", flow.waiting, top(flow.waiting));
    say("most-finished", decimal(finished / flow.secondsPerSample));
    say("most-waiting", grouped(top(flow.waiting)));
  };

  const mark = (state, summary, group) => {
    document.documentElement.dataset.state = state;
    say("summary", summary);
    document.title = `${signs[state]} ${group}: ${state}`;
    byID("icon").href = "data:image/svg+xml," + encodeURIComponent(
      `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4' fill='#${colors[state]}'/></svg>`);
  };

  let group = document.title.split(" ")[1]?.replace(/:$/, "") ?? "";
  const update = async () => {
    try {
      const answer = await fetch("status.json", { cache: "no-store", signal: AbortSignal.timeout(8000) });
      if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
      const status = await answer.json();
      group = status.product.group;
      show(status);
    } catch (error) {
      mark("silent", `The worker does not answer; what is below is from ${byID("at").textContent}.`, group);
    }
    setTimeout(update, 2000);
  };
  setTimeout(update, 2000);
}
