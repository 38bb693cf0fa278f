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
    event.target.closest("form[data-keep]")?.setAttribute("hx-morph-skip", "");
  });
})();
