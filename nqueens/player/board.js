/* A chessboard as a grid of squares that keys can walk on; what it shows is set square by square.

queensBoard.make({rows, columns, label, …}) → board

  label         what the grid is, for whoever can't see it
and optionally
  dress         dress(cell, row, column), for what each square always has
  under         elements of a picture that is always there, a square being 1 wide
  press         press(row, column): a square is clicked, or Space or Enter is pressed on it
  keys          keys(event, row, column) → boolean, for more keys: whether the key meant something
  wholeRows     true if Home and End, too, move the focus: to the ends of the row
  describe      true to show below the label of the square under the pointer or the focus

A board has its element and cells, set(row, column, {look, sign, number, label}), lines([…]), done() and
focus(row, column). `look` is a list of classes without their prefix, `sign` one of the glyphs below.
Squares and lines are only touched where something differs. */

"use strict";

globalThis.queensBoard = (() => {
  const { make, setText, setAttribute } = globalThis.dlxPlayer;
  const { squareName } = globalThis.queensNames;

  const QUEEN =
    "M2.6 8.2 7.3 12.6 7.6 5.4 12 11.4 16.4 5.4 16.7 12.6 21.4 8.2 18.9 17.2H5.1zM5.3 18.4h13.4v2.4H5.3zM2.6 5.6a1.3 1.3 0 1 0 .01 0zM7.4 2.7a1.3 1.3 0 1 0 .01 0zM16.6 2.7a1.3 1.3 0 1 0 .01 0zM21.4 5.6a1.3 1.3 0 1 0 .01 0z";
  const GLYPHS = {
    queen: QUEEN,
    ghost: QUEEN.slice(0, QUEEN.indexOf("M5.3")),
    cross: "M6.5 6.5l11 11M17.5 6.5l-11 11",
    dead: "M12 4.5a7.5 7.5 0 1 0 .01 0M6.8 17.2 17.2 6.8",
    dot: "M12 9.2a2.8 2.8 0 1 0 .01 0z",
    star: "M12 3.5l2.5 5.6 6.1.6-4.6 4.1 1.3 6-5.3-3.1-5.3 3.1 1.3-6-4.6-4.1 6.1-.6z",
  };

  /* A glyph as a picture of its own, for a legend or a button. */
  function glyph(name) {
    return make(
      "svg:svg",
      { viewBox: "0 0 24 24", class: `queens-glyph queens-glyph-${name}`, "aria-hidden": "true", focusable: "false" },
      make("svg:path", { d: GLYPHS[name] })
    );
  }

  /* One entry of a legend: a small square that looks like those of the board, and what it means. */
  function legendKey(look, sign, text) {
    const square = make("span", { class: `queens-sample ${look.map((word) => `queens-${word}`).join(" ")}`, "aria-hidden": "true" });
    if (sign) {
      square.append(glyph(sign));
    }
    return make("span", { class: "queens-key" }, square, text);
  }

  class Board {
    constructor(told) {
      Object.assign(this, told);
      this.focused = [0, 0];
      this.shown = [];
      this.cells = Array.from({ length: this.rows }, (_, row) =>
        Array.from({ length: this.columns }, (_, column) => this._cell(row, column))
      );
      this.grid = make(
        "div",
        { class: "queens-grid", role: "grid", "aria-label": this.label, keydown: (event) => this._keydown(event) },
        ...this.cells.map((cells) => make("div", { class: "queens-row", role: "row" }, ...cells))
      );
      this.over = make("svg:svg", {
        class: "queens-over",
        viewBox: `0 0 ${Math.max(1, this.columns)} ${Math.max(1, this.rows)}`,
        "aria-hidden": "true",
      });
      const names = (letter, count) =>
        make("div", { class: `queens-names queens-names-${letter}`, "aria-hidden": "true" },
          ...Array.from({ length: count }, (_, k) => make("span", {}, `${letter}${k}`)));
      this.caption = make("p", { class: "queens-caption", "aria-hidden": "true" });
      this.element = make(
        "div",
        { class: "queens-board" },
        names("c", this.columns),
        names("r", this.rows),
        make("div", { class: "queens-field" }, this.grid, this.under ? this._under() : null, this.over),
        this.describe ? this.caption : null
      );
      this.element.style.setProperty("--queens-rows", this.rows);
      this.element.style.setProperty("--queens-columns", this.columns);
      this.element.classList.toggle("queens-crowded", Math.max(this.rows, this.columns) > 14);
      if (this.cells[0]?.[0]) {
        this.cells[0][0].tabIndex = 0;
      }
      if (this.describe) {
        this._follow();
      }
    }

    _cell(row, column) {
      const cell = make("div", {
        class: `queens-square ${(row + column) % 2 ? "queens-odd" : "queens-even"}`,
        role: "gridcell",
        tabindex: -1,
        click: () => {
          this.focus(row, column);
          this.press?.(row, column);
        },
        focus: () => this._rove(row, column),
      });
      this.dress?.(cell, row, column);
      cell.fixed = cell.className;
      return cell;
    }

    _under() {
      const viewBox = `0 0 ${this.columns} ${this.rows}`;
      return make("svg:svg", { class: "queens-under", viewBox, "aria-hidden": "true" }, ...this.under);
    }

    /* Show the label of the square that is pointed at, or else has the focus. */
    _follow() {
      let pointed = null;
      const tell = () => {
        const has = pointed ?? (this.grid.contains(document.activeElement) ? document.activeElement : null);
        setText(this.caption, has?.getAttribute("aria-label") ?? "");
      };
      this.grid.addEventListener("pointerover", ({ target }) => {
        pointed = target.closest(".queens-square");
        tell();
      });
      this.grid.addEventListener("pointerleave", () => {
        pointed = null;
        tell();
      });
      this.grid.addEventListener("focusin", tell);
      this.grid.addEventListener("focusout", () => queueMicrotask(tell));
      this.tell = tell;
    }

    _rove(row, column) {
      const [before, beside] = this.focused;
      this.cells[before][beside].tabIndex = -1;
      this.cells[row][column].tabIndex = 0;
      this.focused = [row, column];
    }

    focus(row, column) {
      this._rove(row, column);
      this.cells[row][column].focus({ preventScroll: true });
    }

    _keydown(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) {
        return;
      }
      const [row, column] = this.focused;
      const [last, end] = [this.rows - 1, this.columns - 1];
      const steps = {
        ArrowUp: [Math.max(0, row - 1), column],
        ArrowDown: [Math.min(last, row + 1), column],
        ArrowLeft: [row, Math.max(0, column - 1)],
        ArrowRight: [row, Math.min(end, column + 1)],
        ...(this.wholeRows ? { Home: [row, 0], End: [row, end], PageUp: [0, column], PageDown: [last, column] } : {}),
      };
      if (!event.shiftKey && steps[event.key]) {
        this.focus(...steps[event.key]);
      } else if (this.press && (event.key === " " || event.key === "Enter")) {
        this.press(row, column);
      } else if (!this.keys?.(event, row, column)) {
        return;
      }
      event.preventDefault();
    }

    /* Show on a square what is told of it. */
    set(row, column, { look = [], sign = "", number = "", label = "" }) {
      const cell = this.cells[row][column];
      const text = String(number);
      const code = `${look.join(" ")}|${sign}|${text}|${label}`;
      if (cell.code === code) {
        return;
      }
      cell.code = code;
      cell.className = look.length ? `${cell.fixed} ${look.map((word) => `queens-${word}`).join(" ")}` : cell.fixed;
      setAttribute(cell, "aria-label", label ? `${squareName(row, column)}, ${label}` : squareName(row, column));
      if (cell.sign !== sign) {
        cell.picture?.remove();
        cell.picture = sign ? glyph(sign) : null;
        cell.sign = sign;
        if (cell.picture) {
          cell.prepend(cell.picture); // before the number, which then makes room
        }
      }
      if (text === "") {
        cell.count?.remove();
        cell.count = null;
      } else if (cell.count) {
        setText(cell.count, text);
      } else {
        cell.count = make("span", { class: "queens-number", "aria-hidden": "true" }, text);
        cell.append(cell.count);
      }
    }

    /* Draw over the board: {kind: "sight" | "attack" | "move", from, to} from square to square, and
       {kind: "band" | "dead-band", from, to}, a frame around all squares of a line. */
    lines(lines) {
      const code = JSON.stringify(lines);
      if (code === this.linesCode) {
        return;
      }
      this.linesCode = code;
      this.over.replaceChildren(...lines.map((line) => this._line(line)));
    }

    /* To be called when all has been set. */
    done() {
      this.tell?.();
    }

    _line({ kind, from, to }) {
      const [x1, y1, x2, y2] = [from[1] + 0.5, from[0] + 0.5, to[1] + 0.5, to[0] + 0.5];
      const length = Math.hypot(x2 - x1, y2 - y1);
      if (kind.endsWith("band")) {
        const thick = x1 === x2 || y1 === y2 ? 0.94 : 0.7;
        const turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
        const [x, y] = [(x1 + x2) / 2, (y1 + y2) / 2];
        return make("svg:rect", {
          class: `queens-${kind}`,
          x: x - (length + thick) / 2,
          y: y - thick / 2,
          width: length + thick,
          height: thick,
          rx: 0.1,
          transform: `rotate(${turn} ${x} ${y})`,
        });
      }
      // From the edge of one queen to the edge of the other, so that neither is hidden.
      const short = length > 0 ? Math.min(0.36, length / 3) / length : 0;
      const at = (share) => [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
      const [[ax, ay], [bx, by]] = [at(short), at(1 - short)];
      const group = make("svg:g", { class: `queens-${kind}` });
      for (const layer of ["paper", "ink"]) {
        group.append(make("svg:path", { class: `queens-line-${layer}`, d: `M${ax} ${ay}L${bx} ${by}` }));
      }
      if (kind === "move" && length > 0) {
        const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
        const wing = (side) => `${bx - 0.2 * ux - 0.13 * side * uy} ${by - 0.2 * uy + 0.13 * side * ux}`;
        group.append(make("svg:path", { class: "queens-line-ink", d: `M${wing(1)}L${bx} ${by}L${wing(-1)}` }));
      }
      return group;
    }
  }

  return { make: (told) => new Board(told), glyph, legendKey };
})();
