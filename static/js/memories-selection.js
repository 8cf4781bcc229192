// Selecting many: how many are ticked, and all on the page at once.
export function watchSelection(main) {
  const count = main.querySelector("[data-selected]");
  const boxes = () => [...main.querySelectorAll(".tick input")];

  function show() {
    const all = boxes();
    const ticked = all.filter((box) => box.checked).length;
    count.textContent = ticked || "";
    const whole = main.querySelector("[data-all]");
    if (!whole) return;
    whole.hidden = false;
    const box = whole.querySelector("input");
    box.checked = ticked > 0 && ticked === all.length;
    box.indeterminate = ticked > 0 && ticked < all.length;
  }

  main.addEventListener("change", (event) => {
    if (event.target.closest("[data-all]")) for (const box of boxes()) box.checked = event.target.checked;
    if (event.target.closest("[data-all], .tick")) show();
  });
  main.addEventListener("rows", show);
  document.body.addEventListener("htmx:afterSettle", show);
  show();
}
