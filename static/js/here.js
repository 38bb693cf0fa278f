// A page without a stream says every few seconds that its phone is still at the table.
(() => {
  document.documentElement.classList.add("js");
  const here = document.querySelector("meta[name=here]").content;
  setInterval(() => {
    if (!document.hidden) fetch(here, { cache: "no-store" }).catch(() => {});
  }, 8000);
})();
