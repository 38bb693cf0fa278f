// A phone at a table: sends entries (each exactly once, retried until answered), follows the stream,
// and says honestly whether the screen is up to date.
(() => {
  const stream = document.getElementById("stream");
  const badge = document.getElementById("badge");
  if (!stream) return;

  const RETRY_FIRST = 1000, RETRY_LONGEST = 8000, ANSWER_WITHIN = 8000, SILENT_AFTER = 14000, REPORT_AFTER = 6000;

  // -- the badge

  let link = "late";
  const showBadge = () => {
    const unsent = outbox.length && outbox.late ? `, ${outbox.length} ${badge.dataset.unsent}` : "";
    const state = unsent && link === "live" ? "late" : link;
    badge.className = `end badge ${{ live: "", late: "late", off: "off" }[state]}`;
    const text = badge.dataset[state] + unsent;
    if (badge.textContent !== text) badge.textContent = text;
  };

  // -- the outbox: entries wait here until the server has answered

  const place = `outbox:${stream.dataset.here}`;
  const outbox = {
    items: [],
    late: false,
    get length() { return this.items.length; },
    load() { try { this.items = JSON.parse(localStorage.getItem(place)) || []; } catch { this.items = []; } },
    save() { try { localStorage.setItem(place, JSON.stringify(this.items)); } catch { /* kept in memory */ } },
  };

  const mint = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-outbox]")) return;
    event.preventDefault();
    const button = event.submitter;
    const body = new URLSearchParams(new FormData(form, button));
    body.set("key", mint());
    if (button?.name === "seq") body.set("seq", meant(button));
    outbox.items.push({ url: button?.hasAttribute("formaction") ? button.formAction : form.action, body: String(body), from: form.id, at: Date.now() });
    outbox.save();
    send();
  });

  // An undo button that another phone changed under the finger still means the entry people saw on it,
  // so that two taps at once take back one entry.
  const UNSEEN_FOR = 300;
  const dock = document.getElementById("dock");
  const shown = {};
  let seenTimer = 0;
  function seen() {
    clearTimeout(seenTimer);
    dock?.removeAttribute("data-unseen");
    for (const id of ["undo", "redo"]) shown[id] = document.getElementById(id)?.value;
  }
  function noteDock() {
    if (!dock || ["undo", "redo"].every((id) => shown[id] === document.getElementById(id)?.value)) return;
    dock.setAttribute("data-unseen", "");
    clearTimeout(seenTimer);
    seenTimer = setTimeout(seen, UNSEEN_FOR);
  }
  const meant = (button) => shown[button.id] ?? button.value;
  seen();

  let sending = false, wait = RETRY_FIRST, timer = 0;
  async function send() {
    if (sending || !outbox.length) return;
    sending = true;
    clearTimeout(timer);
    const entry = outbox.items[0];
    const lateTimer = setTimeout(() => { outbox.late = true; showBadge(); }, 1200);
    let answer = null;
    try {
      answer = await fetch(entry.url, {
        method: "POST",
        body: entry.body,
        headers: { "Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true" },
        signal: AbortSignal.timeout(ANSWER_WITHIN),
      });
      answer.body_text = await answer.text();
    } catch { answer = null; }
    clearTimeout(lateTimer);
    sending = false;
    const later = !answer || [429, 502, 503, 504].includes(answer.status);
    if (answer) await show(answer, entry);
    if (later) {
      outbox.late = true;
      timer = setTimeout(send, wait);
      wait = Math.min(wait * 2, RETRY_LONGEST);
    } else {
      outbox.items.shift();
      outbox.save();
      outbox.late = false;
      wait = RETRY_FIRST;
      send();
    }
    showBadge();
  }

  let refusedAt = 0;
  async function show(answer, entry) {
    const elsewhere = answer.headers.get("HX-Redirect");
    if (elsewhere) { location.href = elsewhere; return; }
    const source = document.getElementById(entry.from) || stream;
    if (answer.ok) release(document.getElementById(entry.from));
    // What was tapped before a refusal came must not wipe it away.
    const kept = entry.at < refusedAt ? [...document.querySelectorAll("#slip .slip")] : [];
    await htmx.swap({ text: answer.body_text, sourceElement: source, target: source, swap: "none", request: {}, hx: {} });
    seen();
    document.getElementById("slip")?.prepend(...kept);
    if (!answer.ok) {
      refusedAt = Date.now();
      document.querySelector("#slip .slip")?.focus({ preventScroll: false });
    }
  }

  // -- the stream: whole screens on every (re)connection, a heartbeat, a watchdog

  let connection = null, heard = Date.now();
  let reported = Date.now();
  const alive = () => {
    heard = Date.now();
    link = "live";
    showBadge();
    // A stream alone does not show that this phone is still here; beats are left out while much happens.
    if (heard - reported < REPORT_AFTER) return;
    reported = heard;
    fetch(stream.dataset.here, { cache: "no-store" }).catch(() => {});
  };
  stream.addEventListener("htmx:sse:before:connection", (event) => { connection = event.detail.connection; });
  stream.addEventListener("htmx:sse:after:connection", (event) => { connection = event.detail.connection; alive(); send(); });
  stream.addEventListener("htmx:sse:after:message", () => { alive(); markMoved(); noteDock(); });
  stream.addEventListener("beat", alive);
  stream.addEventListener("htmx:sse:close", () => { connection = null; });
  stream.addEventListener("htmx:sse:error", (event) => {
    if ([403, 404].includes(event.detail.status)) location.reload();
    if (link === "live") { link = "late"; showBadge(); }
  });

  function refresh() {
    if (!connection) { htmx.trigger(stream, "reconnect"); return; }
    connection.delayCanceller?.();
    connection.reader?.cancel();
  }

  setInterval(() => {
    if (document.hidden || Date.now() - heard < SILENT_AFTER) return;
    link = "off";
    heard = Date.now() - SILENT_AFTER + 4000;
    showBadge();
    refresh();
  }, 1000);

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    link = "late";
    showBadge();
    send();
    if (!connection) refresh();
  });
  addEventListener("pageshow", (event) => { if (event.persisted) { refresh(); send(); } });
  addEventListener("online", () => { refresh(); send(); });
  addEventListener("offline", () => { link = "off"; showBadge(); });

  // What was recorded need not be kept any longer; other forms that are being filled in stay as they are.
  function release(form) {
    form?.removeAttribute("hx-morph-skip");
    form?.removeAttribute("data-moved");
  }

  // A half-filled form keeps what it holds; if the table moved on meanwhile, it says so.
  function markMoved() {
    document.querySelectorAll("form[hx-morph-skip]").forEach((form) => form.setAttribute("data-moved", ""));
  }

  // -- toasts go by themselves, refusals by a tap

  new MutationObserver((changes) => {
    for (const { target } of changes) {
      const toast = target.closest?.(".toast");
      const child = toast?.firstElementChild;
      if (child && toast.dataset.shown !== child.dataset.number) {
        toast.dataset.shown = child.dataset.number;
        setTimeout(() => child.classList.add("over"), 4000);
      } else if (child && toast.dataset.shown === child.dataset.number && toast.dataset.first) {
        child.classList.add("over");
      }
    }
  }).observe(document.body, { childList: true, subtree: true });
  document.querySelectorAll(".toast > [data-number]").forEach((child) => { child.parentElement.dataset.shown = child.dataset.number; child.classList.add("over"); });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]")) event.target.closest(".slip").remove();
  });

  outbox.load();
  outbox.late = outbox.length > 0;
  showBadge();
  addEventListener("DOMContentLoaded", send);
})();
