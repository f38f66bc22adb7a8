/* The view of the activation records: one for each call that has not returned, the last one on top.

Each shows the squares of the line that the call looks after: refused, tried, with the queen on it, or
still to come. A call that returns is shown once more as it leaves. */

"use strict";

(() => {
  const { addView, make, setText, setAttribute, counted } = globalThis.dlxPlayer;
  const { glyph, legendKey } = globalThis.queensBoard;

  class CallsView {
    constructor(told) {
      this.told = told;
      this.byRow = told.by === "rows";
      this.name = /^\w+/.exec(told.listing?.lines[0] ?? "")?.[0] ?? "place";
      this.list = make("ol", { class: "queens-calls", "aria-label": "Calls in progress, the first one first" });
      this.frames = [];
      this.list.style.setProperty("--queens-frames", told.n + 1);
      this.element = make(
        "div",
        {},
        make("div", { class: "dlx-scroll", tabindex: 0, role: "group", "aria-label": "Calls" }, this.list),
        make("p", { class: "dlx-legend", "aria-hidden": "true" }, ...this._legend())
      );
    }

    _legend() {
      const used = new Set(this.told.events.map(([code]) => this.told.words[code]));
      return [
        legendKey(["queen"], "queen", "queen"),
        used.has("reject") ? legendKey(["refused"], "cross", "refused") : null,
        used.has("dead") ? legendKey(["deadly"], "dead", "dead") : null,
        legendKey(["gone"], "ghost", "taken back"),
      ].filter(Boolean);
    }

    show(state, event) {
      const records = state.calls;
      const leaving = event?.[0] === "return" ? state.returned.at(-1) : null;
      const all = leaving ? [...records, leaving] : records;
      while (this.frames.length > all.length) {
        this.frames.pop().element.remove();
      }
      all.forEach((record, level) => {
        if (level === this.frames.length) {
          this.frames.push(this._frame());
          this.list.append(this.frames[level].element);
        }
        this._fill(this.frames[level], record, state, { current: level === all.length - 1 && !leaving, leaves: record === leaving, event });
      });
    }

    _frame() {
      const call = make("code", { class: "queens-call-name" });
      const cells = Array.from({ length: this.told.n }, () => make("span", { class: "queens-mini" }));
      const note = make("span", { class: "queens-call-note" });
      const strip = make("span", { class: "queens-strip", "aria-hidden": "true" }, ...cells);
      const said = make("span", { class: "dlx-unseen" });
      return { element: make("li", { class: "queens-call" }, call, strip, note, said), call, strip, cells, note, said };
    }

    _fill(frame, record, state, { current, leaves, event }) {
      const { n } = this.told;
      const { line } = record;
      const along = ([row, column]) => (this.byRow ? column : row);
      const signs = new Array(n).fill("");
      record.tried.forEach((square) => (signs[along(square)] = "ghost"));
      record.dead.forEach((square) => (signs[along(square)] = "dead"));
      record.rejected.forEach((square) => (signs[along(square)] = "cross"));
      const queen = leaves ? undefined : state.queens.find(([row, column]) => (this.byRow ? row : column) === line);
      if (queen) {
        signs[along(queen)] = "queen";
      }
      const word = event?.[0];
      const trying = current && (word === "reject" || word === "dead" || word === "take back") ? along(event.slice(1)) : -1;
      const full = line >= n;
      const code = `${line}|${signs.join()}|${trying}|${leaves}|${current}`;
      if (frame.code === code) {
        return;
      }
      frame.code = code;
      setText(frame.call, `${this.name}(${line})`);
      setAttribute(frame.element, "class", `queens-call${current ? " queens-current" : ""}${leaves ? " queens-leaves" : ""}`);
      setAttribute(frame.element, "aria-current", current ? "step" : null);
      frame.strip.hidden = full;
      signs.forEach((sign, k) => {
        const cell = frame.cells[k];
        if (cell.sign !== sign) {
          cell.replaceChildren(...(sign ? [glyph(sign)] : []));
          cell.sign = sign;
        }
        setAttribute(cell, "class", `queens-mini${k === trying ? " queens-just" : ""}${sign ? ` queens-${sign}` : ""}`);
      });
      setText(frame.note, leaves ? "returns" : full ? "no line is left" : "");
      setText(frame.said, full ? "" : this._say(record, queen && along(queen)));
    }

    /* The same in words. */
    _say({ line, rejected, tried, dead }, queen) {
      const [kind, other] = this.byRow ? ["row", "column"] : ["column", "row"];
      const parts = [
        queen === undefined ? "no queen" : `queen in ${other} ${queen}`,
        rejected.length ? `${counted(rejected.length, "square")} refused` : "",
        dead.length ? `${counted(dead.length, "square")} dead` : "",
        tried.length ? `${counted(tried.length, "queen")} taken back` : "",
      ];
      return `${kind} ${line}: ${parts.filter(Boolean).join(", ")}`;
    }
  }

  addView({
    name: "calls",
    title: "Calls",
    wants: (told) => told.kind === "queens" && told.words.includes("call") && told.events.some(([code]) => told.words[code] === "call"),
    create: (told) => {
      const view = new CallsView(told);
      return { element: view.element, show: (...what) => view.show(...what) };
    },
  });
})();
