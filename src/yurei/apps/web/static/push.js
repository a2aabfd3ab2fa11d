/* The button by which this browser is rung. */
const push = document.getElementById("push");
const send = (path, data) => fetch(path, { method: "POST", body: new URLSearchParams(data), headers: { "X-Requested-With": "yurei" } });

async function tell(endpoint, { p256dh, auth }) {
  const answer = await send("/you/push", { endpoint, p256dh, auth });
  if (!answer.ok) throw new Error(await answer.text());
}

async function begin(manager, key) {
  if (await Notification.requestPermission() !== "granted") throw new Error(push.dataset.no);
  const { endpoint, keys } = (await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })).toJSON();
  await tell(endpoint, keys);
}

const stop = (subscribed) => send("/you/push/stop", { endpoint: subscribed.endpoint }).then(() => subscribed.unsubscribe());

async function offer() {
  const { pushManager: manager } = await navigator.serviceWorker.ready;
  const [first, second] = push.querySelectorAll("button"), said = push.querySelector("[role=status]");
  const show = async () => {
    const subscribed = await manager.getSubscription();
    [first.hidden, second.hidden] = [subscribed, !subscribed].map(Boolean);
    return subscribed;
  };
  push.addEventListener("submit", async (event) => {
    event.preventDefault();
    said.textContent = "";
    try {
      await (event.submitter === first ? begin(manager, push.parentElement.dataset.key) : stop(await show()));
    } catch (error) {
      said.textContent = error.name === "Error" ? error.message : push.dataset.no;
    }
    show();
  });
  push.hidden = push.parentElement.hidden = false;
  /* What the server has forgotten meanwhile, or knew under another name or language, it is told again. */
  const { endpoint, keys } = (await show())?.toJSON() ?? {};
  if (endpoint) await tell(endpoint, keys);
}
if (navigator.serviceWorker && "PushManager" in window && "Notification" in window) offer().catch(() => {});
