/* The lobby in a tab behind others: who has asked for it is told that somebody has come. */
import { likes } from "./board.js";
import { sound } from "./told.js";
import { entitle } from "./yurei.js";

const wish = document.getElementById("notify");
let before = null, unseen = 0;
document.addEventListener("shown", () => {
  const here = Number(document.getElementById("table").dataset.here);
  const open = new Set([...document.querySelectorAll("#others .challenge")].map(({ id }) => id));
  const came = before && (here > before.here || [...open].some((id) => !before.open.has(id)));
  before = { here, open };
  if (!came || !wish.checked || !document.hidden) return;
  unseen += 1;
  entitle(`(${unseen}) ${wish.dataset.words}`);
  if (likes("sound")) sound("came");
  try { if (Notification.permission === "granted") new Notification(wish.dataset.words, { tag: "lobby" }); } catch { /* not every browser has them */ }
});
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) { unseen = 0; entitle(); }
});
wish.addEventListener("change", () => { if (wish.checked) window.Notification?.requestPermission(); });
