/* Clocks. The server sends the time left of the present stage and the length of each later one; this module counts through them
   from the moment when the data arrived. */

/* Age in milliseconds of a list that the server draws once for all readers. */
const age = () => Number(document.getElementById("table")?.dataset.age ?? 0);
let came = (performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now()) - age();

/* Time left of the stage that runs after so many milliseconds, and the overtime to show beside it. */
function present(stages, passed) {
  for (const [length, rest] of stages) {
    if (passed < length) return [length - passed, rest];
    passed -= length;
  }
  return [0, ""];
}

function face(left, { day, days }) {
  const seconds = Math.floor(left / 1000);
  if (left < 10000) return `${seconds}.${Math.floor(left / 100) % 10}`;
  const two = (number) => String(number).padStart(2, "0");
  const [whole, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  if (whole) return (whole > 1 ? days : day).replace("{days}", whole).replace("{hours}", hours).replace("{minutes}", two(minutes));
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

const write = (element, text) => { if (element.textContent !== text) element.textContent = text; };

/* Dispatch ``counted`` for each of the last ten seconds of the reader's own clock, and when its next stage begins. */
const counted = new WeakMap();
function warn(clock, left, rest) {
  const second = Math.ceil(left / 1000), before = counted.get(clock);
  counted.set(clock, { second, rest });
  if (!before || second === before.second && rest === before.rest) return;
  const began = left && rest !== before.rest ? rest : "";
  if (began || second < before.second && second && second <= 10) document.dispatchEvent(new CustomEvent("counted", { detail: { began } }));
}

function tick() {
  for (const time of document.querySelectorAll("[role=timer][data-stages]")) {
    const clock = time.parentElement, running = clock.matches(".running");
    const [left, rest] = present(JSON.parse(time.dataset.stages), running ? performance.now() - came : 0);
    write(time, face(left, time.dataset));
    write(time.nextElementSibling, rest);
    clock.classList.toggle("low", running && left < 10000);
    if (running && "ownClock" in clock.dataset) warn(clock, left, rest); else counted.delete(clock);
  }
}

/* A frame brings ``ClockData`` for each clock, and when that was true; a page sent whole by HTTP has it in its HTML. A frame that
   was longer on its way than the fastest one is as old as that. */
let fastest = Infinity;
document.addEventListener("shown", ({ detail }) => {
  const { clocks = {}, at, arrived = performance.now() } = detail ?? {};
  if (at) fastest = Math.min(fastest, arrived - at);
  came = at ? at + fastest : arrived - age();
  for (const [colour, { running, stages }] of Object.entries(clocks)) {
    const clock = document.getElementById(`clock-${colour}`);
    clock.firstElementChild.dataset.stages = JSON.stringify(stages);
    clock.classList.toggle("running", running);
    counted.delete(clock);
  }
  tick();
});
tick();
setInterval(tick, 100);
