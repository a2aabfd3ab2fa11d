/* What is told is heard: spoken if that is liked, and with a sound. It knows what stands on this page, and says each sentence once. */
import { likes } from "./board.js";
import { afterwards } from "./yurei.js";

/* What is told comes in this language, whatever a translating browser makes of the page. */
const { lang } = document.documentElement;
const voice = () => document.getElementById("told");

/* The newest sentences, in the order in which they were said. How a game has ended stands in no transcript. */
function newest(count, ended) {
  if (document.querySelector("#heard:not([reversed])")) return [voice().textContent]; // a problem: all since the answer
  const said = ended ? [voice().textContent] : [];
  for (const line of document.querySelectorAll("#heard li")) {
    const parts = [...line.querySelectorAll("q")], move = line.querySelector(".who") ? [] : parts.splice(0, 1);
    for (const part of [...move, ...parts.reverse()]) {
      for (let times = Number(part.dataset.times ?? 1); times > 0; times -= 1) {
        if (said.length === count) return said;
        said.unshift(part.textContent);
      }
    }
  }
  return said;
}

function speak(sentence) {
  if (window.speechSynthesis) speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(sentence), { lang }));
}

/* Every sound is a few bursts of noise, each through a band: when it begins, how high, how narrow, how long, how loud. */
const SOUNDS = {
  moved: [[0, 2100, 2, 0.09, 0.9], [0, 500, 3, 0.07, 0.9]],
  captured: [[0, 2100, 2, 0.09, 0.9], [0.16, 3100, 6, 0.07, 0.8], [0.22, 2600, 6, 0.07, 0.7], [0.31, 3400, 6, 0.09, 0.6]],
  illegal: [[0, 160, 2, 0.2, 1.6], [0.13, 125, 2, 0.28, 1.6]],
  passed: [[0, 760, 14, 0.3, 1.5]],
  resigned: [[0, 620, 14, 0.4, 1.5], [0.22, 415, 14, 0.6, 1.5]],
  second: [[0, 1500, 12, 0.05, 0.5]],
  stage: [[0, 880, 14, 0.3, 1.5], [0.18, 660, 14, 0.4, 1.5]],
  came: [[0, 620, 14, 0.3, 1.5], [0.16, 930, 14, 0.5, 1.5]],
};
SOUNDS.ended = SOUNDS.resigned;

/* The loudspeaker is made ready by the first touch: made when something is to be heard, it lags. */
let audio, noise;
function ready() {
  if (audio || !likes("sound") || !window.AudioContext) return audio?.resume();
  audio = new AudioContext({ latencyHint: "interactive" });
  noise = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const values = noise.getChannelData(0);
  for (let at = 0; at < values.length; at += 1) values[at] = Math.random() * 2 - 1;
}
for (const touch of ["pointerdown", "keydown"]) document.addEventListener(touch, ready, { capture: true, passive: true });

export function sound(outcome, after = 0) {
  const bursts = SOUNDS[outcome];
  if (!bursts || navigator.userActivation?.hasBeenActive === false) return;
  ready();
  if (!audio) return;
  for (const [delay, height, narrow, length, loud] of bursts) {
    const begins = audio.currentTime + after + delay;
    const source = new AudioBufferSourceNode(audio, { buffer: noise });
    const band = new BiquadFilterNode(audio, { type: "bandpass", frequency: height, Q: narrow });
    const volume = new GainNode(audio, { gain: 0 });
    volume.gain.setValueAtTime(loud, begins);
    for (let at = 1; at <= 8; at += 1) volume.gain.linearRampToValueAtTime(loud * (1 - at / 8) ** 3, begins + (length * at) / 8);
    source.connect(band).connect(volume).connect(audio.destination);
    source.start(begins, Math.random() / 2, length);
  }
}

/* Milliseconds of trembling and rest, for who holds a telephone and looks elsewhere. */
const TREMBLES = { moved: [30], captured: [30, 40, 30, 40, 60], illegal: [90, 60, 90], passed: [20], ended: [200], resigned: [200] };

let told = Number(voice()?.dataset.told ?? 0);
function hear() {
  const { told: number = 0, outcomes = "" } = voice()?.dataset ?? {};
  const news = number - told, heard = outcomes.split(" ").slice(-news), outcome = heard.at(-1);
  told = Number(number);
  if (news <= 0) return;
  if (likes("sound")) heard.forEach((each, at) => sound(each, at * 0.3));
  if (likes("vibrate")) navigator.vibrate?.(TREMBLES[outcome] ?? []);
  const said = newest(news, outcome === "ended");
  if (likes("voice")) said.forEach(speak);
  /* A screen reader reads the newest sentence, and those that came with it. */
  document.getElementById("section-told")?.prepend(...said.slice(0, -1).map((missed) => Object.assign(document.createElement("i"), { textContent: `${missed} ` })));
}
document.addEventListener("shown", () => afterwards(hear));

/* A sound for each of the last ten seconds of the reader's own clock; another sound, and the overtime left, when a stage begins. */
document.addEventListener("counted", ({ detail: { began } }) => {
  if (likes("sound")) sound(began ? "stage" : "second");
  if (began && likes("voice")) speak(began);
});

/* What somebody likes holds at once, and is kept; of two changes in a row the answer to the first must not come last. */
let keeping = new AbortController();
document.addEventListener("change", ({ target: { form } }) => {
  if (form?.id !== "likes") return;
  const liked = new FormData(form);
  document.documentElement.dataset.likes = [...liked].map(([name, like]) => name === "back" ? "" : like).filter(Boolean).join(" ");
  if (!likes("voice")) window.speechSynthesis?.cancel();
  keeping.abort();
  keeping = new AbortController();
  fetch(form.action, { method: "POST", body: new URLSearchParams(liked), redirect: "manual", signal: keeping.signal }).catch(() => {});
});
