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

  // Each entry has a place of its own, so several tabs never overwrite each other; one that two tabs
  // send carries the same key and counts once.
  const place = `outbox:${stream.dataset.here}:`;
  const outbox = {
    items: [],
    late: false,
    get length() { return this.items.length; },
    add(entry) {
      this.items.push(entry);
      try { localStorage.setItem(place + entry.key, JSON.stringify(entry)); } catch { /* kept in memory */ }
    },
    done() {
      const entry = this.items.shift();
      try { localStorage.removeItem(place + entry.key); } catch { /* it was never there */ }
    },
    load() {
      try {
        const kept = Object.keys(localStorage).filter((name) => name.startsWith(place));
        this.items = kept.map((name) => JSON.parse(localStorage.getItem(name))).sort((a, b) => a.at - b.at);
      } catch { this.items = []; }
    },
  };

  const mint = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-outbox]")) return;
    event.preventDefault();
    const button = event.submitter;
    const body = new URLSearchParams(fields(form, button));
    const key = mint();
    body.set("key", key);
    if (button?.name === "seq") body.set("seq", meant(button));
    const url = button?.hasAttribute("formaction") ? button.formAction : form.action;
    if (button?.hasAttribute("data-once") && isSecondTap(url, body)) return;
    if (button) tapped.set(key, button);
    button?.classList.add("pending");
    outbox.add({ key, url, body: String(body), from: form.id, at: Date.now() });
    send();
  });

  // What is tapped is the entry: words half typed into a field of the same name stay behind.
  function fields(form, button) {
    const typed = button?.value ? [...form.querySelectorAll(`input.text[name="${button.name}"]:enabled`)] : [];
    for (const field of typed) field.disabled = true;
    const data = new FormData(form, button);
    for (const field of typed) field.disabled = false;
    return data;
  }

  // The same button twice within a blink is one tap, where a button says that it is meant once.
  const tapped = new Map();
  const BLINK = 600;
  let lastTap = { what: "", at: 0 };
  function isSecondTap(url, body) {
    const what = `${url}?${bare(body)}`;
    const again = (lastTap.what === what && Date.now() - lastTap.at < BLINK)
      || outbox.items.some((entry) => `${entry.url}?${bare(entry.body)}` === what);
    if (!again) lastTap = { what, at: Date.now() };
    return again;
  }
  function bare(body) {
    const fields = new URLSearchParams(body);
    for (const name of ["key", "seen", "csrf"]) fields.delete(name);
    return String(fields);
  }

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
    const later = !answer || [429, 502, 503, 504].includes(answer.status);
    if (!later) {
      tapped.get(entry.key)?.classList.remove("pending");
      tapped.delete(entry.key);
    }
    try { if (answer) await show(answer, entry); } finally { sending = false; }
    if (later) {
      outbox.late = true;
      timer = setTimeout(send, wait);
      wait = Math.min(wait * 2, RETRY_LONGEST);
    } else {
      outbox.done();
      outbox.late = false;
      wait = RETRY_FIRST;
      send();
    }
    showBadge();
  }

  const UNDER_THUMB = 400;
  let refusedAt = 0;
  async function show(answer, entry) {
    const elsewhere = answer.headers.get("HX-Redirect");
    if (elsewhere) { location.href = elsewhere; return; }
    const source = document.getElementById(entry.from) || stream;
    if (answer.ok) release(document.getElementById(entry.from));
    if (answer.ok) empty(document.getElementById(entry.from));
    // What was tapped before a refusal came must not wipe it away.
    const kept = entry.at < refusedAt ? [...document.querySelectorAll("#slip .slip")] : [];
    await htmx.swap({ text: answer.body_text, sourceElement: source, target: source, swap: "none", request: {}, hx: {} });
    seen();
    noteMove(answer.ok);
    document.getElementById("slip")?.prepend(...kept);
    if (!answer.ok) {
      refusedAt = Date.now();
      const slip = document.querySelector("#slip .slip");
      // What comes up under a thumb that is still tapping must not be tapped by it.
      slip?.classList.add("fresh");
      setTimeout(() => slip?.classList.remove("fresh"), UNDER_THUMB);
      slip?.focus({ preventScroll: false });
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
  stream.addEventListener("htmx:sse:after:message", () => { alive(); if (!sending) noteMove(false); noteDock(); });
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

  // What was recorded does not stand there to be sent again.
  function empty(form) {
    for (const field of form?.querySelectorAll("input.text, [type=checkbox]") ?? []) {
      field.value = field.defaultValue;
      field.checked = field.defaultChecked;
      field.dispatchEvent(new Event("emptied", { bubbles: true }));
    }
    form?.querySelectorAll("[data-mine]").forEach((group) => touched.delete(group));
  }

  // -- a choice between people begins with the one whose phone this is

  const touched = new WeakSet();
  function chooseOwn() {
    const own = document.querySelector("[data-own]")?.dataset.own;
    if (!own || "solo" in document.body.dataset) return;
    for (const group of document.querySelectorAll("[data-mine]")) {
      const mine = group.querySelector(`input[value="${own}"]`);
      if (mine && !touched.has(group)) mine.checked = true;
    }
  }
  document.addEventListener("change", (event) => {
    const group = event.target.closest("[data-mine]");
    if (group) touched.add(group);
  });

  // -- another scene begins at its top, unless somebody is typing

  let scene = null;
  function noteScene() {
    const now = document.querySelector("[data-scene]")?.dataset.scene ?? null;
    const changed = scene !== null && now !== scene;
    scene = now;
    if (changed && !document.activeElement?.matches("input.text:not([readonly])")) scrollTo({ top: 0 });
  }
  document.addEventListener("htmx:after:swap", () => { chooseOwn(); noteScene(); });
  chooseOwn();
  noteScene();

  // A half-filled form keeps what it holds. If others moved the table on meanwhile, it says so; what this
  // phone itself entered, its owner knows.
  const seq = () => Number(document.querySelector("input[name=seen][form=entry]")?.value ?? 0);
  let drawn = seq();
  function noteMove(entered) {
    const now = seq();
    if (now === drawn) return;
    const own = entered && now === drawn + 1;
    drawn = now;
    for (const form of document.querySelectorAll("form[hx-morph-skip]")) {
      const seen = form.querySelector("input[name=seen]");
      if (own && seen && !form.hasAttribute("data-moved")) seen.value = now;
      else form.setAttribute("data-moved", "");
    }
  }

  // -- toasts go by themselves, refusals by a tap

  // News come again with every morph and every page, so the page remembers what this tab has shown.
  const SHOWN_FOR = 4500;
  const NEWS = `news:${stream.dataset.here}`;
  let newsShown = "";
  try { newsShown = sessionStorage.getItem(NEWS) || ""; } catch { /* then it is shown once more */ }
  const timers = {};
  function noteToast(toast) {
    const child = toast.firstElementChild;
    const number = child?.dataset.number;
    if (!child || (child === timers[toast.id]?.child && number === timers[toast.id].number)) return;
    const going = timers[toast.id]?.number === number && toast.id === "news";
    if (toast.id === "news" && number === newsShown && !going) { child.remove(); return; }
    if (toast.id === "news") {
      newsShown = number;
      try { sessionStorage.setItem(NEWS, number); } catch { /* kept in memory */ }
    }
    if (going) { timers[toast.id].child = child; return; }
    clearTimeout(timers[toast.id]?.timer);
    const timer = setTimeout(() => { timers[toast.id].child.remove(); delete timers[toast.id]; }, SHOWN_FOR);
    timers[toast.id] = { child, number, timer };
  }
  document.querySelectorAll(".toast").forEach((toast) => {
    new MutationObserver(() => noteToast(toast)).observe(toast, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-number"] });
    noteToast(toast);
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-close]")) event.target.closest(".slip").remove();
  });

  outbox.load();
  outbox.late = outbox.length > 0;
  showBadge();
  addEventListener("DOMContentLoaded", send);
})();
