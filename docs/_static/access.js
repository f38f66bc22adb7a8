// What the theme leaves out for those who use keys or a screen reader.

"use strict";

document.addEventListener("DOMContentLoaded", () => {
  for (const caption of document.querySelectorAll("p.caption[role=heading]")) {
    caption.setAttribute("aria-level", "2"); // a heading must say its level
  }
  // Parameters a line each are no terms with definitions, though they are laid out as such.
  for (const part of document.querySelectorAll(".sig dl, .sig dl > dd")) part.role = "presentation";
  for (const list of document.querySelectorAll(".citation-list")) list.removeAttribute("role");
  // What is wider than the page can be scrolled with the arrow keys once it has the focus.
  const wide = (box) => {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  };
  const watch = new ResizeObserver((changes) => changes.forEach(({ target }) => wide(target)));
  for (const box of document.querySelectorAll(".highlight pre, .table-wrapper")) {
    watch.observe(box);
  }
});
