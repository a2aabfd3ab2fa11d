/* "Your turn" in title and icon, on a page with a table (lessons and the form of a new game have none); the worker, where it may be. */
import { afterwards, title } from "./yurei.js";

function turn() {
  const find = (what) => document.querySelector(what);
  const words = title(), { plain } = find("title").dataset, icon = find("link[rel=icon]");
  if (plain) document.title = words ? `${words} – ${plain}` : plain;
  const href = `/static/icon${words ? "-turn" : ""}.svg`;
  if (!icon.href.endsWith(href)) icon.href = href;
}
document.addEventListener("shown", () => { if (document.getElementById("table")) afterwards(turn); });
navigator.serviceWorker?.register("/sw.js").catch(() => {});
