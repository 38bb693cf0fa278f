// Small comforts for forms: plus and minus buttons, and a mark on forms somebody has begun to fill in.
(() => {
  document.documentElement.classList.add("js");

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const input = button.closest("[data-stepper]").querySelector("input");
    const next = Number(input.value.replace("−", "-") || 0) + Number(button.dataset.step);
    const low = input.dataset.low === undefined ? -Infinity : Number(input.dataset.low);
    const high = input.dataset.high === undefined ? Infinity : Number(input.dataset.high);
    input.value = String(Math.min(high, Math.max(low, next)));
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-fill]");
    if (button) button.parentElement.querySelector("input").value = button.dataset.fill;
  });

  // An address to send on: selected as soon as it is touched, copied also where the page is not https.
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("input[readonly]")) event.target.select();
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    document.getElementById(button.dataset.copy).select();
    if (document.execCommand("copy")) button.textContent = button.dataset.done;
  });

  // A form that is being filled in is left alone by updates from other phones.
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-finds]")) find(event.target);
    if (event.target.name) event.target.closest("form[data-keep]")?.setAttribute("hx-morph-skip", "");
  });

  // A field that finds: of the cards beside it, those of which a word begins with what was typed.
  const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
  const beside = (element) => element.closest("[data-finder]");
  function find(field) {
    const wanted = plain(field.value);
    const finding = /\p{L}/u.test(wanted);
    for (const list of beside(field).querySelectorAll(".find")) {
      list.toggleAttribute("data-finding", finding);
      for (const card of list.querySelectorAll("[data-words]")) {
        const words = plain(card.dataset.words);
        const begins = words.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted));
        card.toggleAttribute("data-fits", begins || words.startsWith(wanted));
      }
    }
  }
  document.addEventListener("emptied", (event) => {
    if (event.target.matches("[data-finds]")) find(event.target);
  });
  document.addEventListener("htmx:after:swap", () => {
    for (const field of document.querySelectorAll("[data-finds]")) if (field.value) find(field);
  });
  // Enter takes the card that is left; what only finds sends nothing else.
  document.addEventListener("keydown", (event) => {
    const field = event.target;
    if (event.key !== "Enter" || !field.matches("[data-finds]")) return;
    const fit = [...beside(field).querySelectorAll("[data-finding] [data-fits] :is(button, input)")];
    const left = fit.filter((card) => card.checkVisibility());
    if (left.length === 1) left[0].click();
    if (left.length === 1 || !field.name) event.preventDefault();
  });
  // A card that was ticked is found, and the field is free for the next.
  document.addEventListener("change", (event) => {
    const field = event.target.closest(".find[data-finding]") && beside(event.target).querySelector("[data-finds]");
    if (!field) return;
    field.value = "";
    find(field);
  });
})();
