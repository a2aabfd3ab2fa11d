/* The clocks: the server says how much is left, this counts it down. The browser's clock is asked only how long ago that was. */

let came = performance.getEntriesByType("navigation")[0]?.responseStart ?? performance.now();

function face(left) {
  const seconds = Math.floor(left / 1000);
  if (left < 10000) return `${seconds}.${Math.floor(left / 100) % 10}`;
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

function tick() {
  for (const clock of document.querySelectorAll("[role=timer][data-left]")) {
    const left = Math.max(0, clock.dataset.left - (performance.now() - came));
    const shown = left < 86400000 ? face(left) : clock.textContent; // days are the server's to write
    if (clock.textContent !== shown) clock.textContent = shown;
    clock.parentElement.classList.toggle("low", left < 10000);
  }
}

/* With every change of the page: milliseconds left, whether the clock runs, the time in words, and what comes after it. */
document.addEventListener("shown", ({ detail }) => {
  came = performance.now();
  for (const [colour, { left, running, text, rest }] of Object.entries(detail ?? {})) {
    const clock = document.getElementById(`clock-${colour}`), [time, more] = clock.children;
    if (running) time.dataset.left = left; else delete time.dataset.left;
    clock.classList.toggle("running", running);
    clock.classList.toggle("low", running && left < 10000);
    time.textContent = text;
    more.textContent = rest;
  }
  tick();
});
setInterval(tick, 100);
