/* "Your turn" in title and icon, on a page with a table (lessons and the form of a new game have none); the worker, where it may be. */
import { afterwards, entitle, title } from "./yurei.js";

function turn() {
  const find = (what) => document.querySelector(what);
  const words = title(), { plain } = find("title").dataset, icon = find("link[rel=icon]");
  if (plain) entitle(words ? `${words} – ${plain}` : plain);
  const { pathname } = new URL(`icon${words ? "-turn" : ""}.svg`, import.meta.url);
  if (!icon.href.endsWith(pathname)) icon.href = pathname;
}
document.addEventListener("shown", () => { if (document.getElementById("table")) afterwards(turn); });
navigator.serviceWorker?.register("/sw.js").catch(() => {});
navigator.serviceWorker?.ready.then(({ active }) => setTimeout(() => (window.requestIdleCallback ?? setTimeout)(() => active.postMessage("idle")), 3000));
