/* Place them yourself: a board to put queens on, which names each attack.

Every element of the class "queens-place" with packed data in it, in a script of text/plain, becomes one.
The data are an object {version, boards}, each board with

  name         what it is called in the list of boards
  n            how many rows and columns
  diagonals    "long", as in chess, or "adjacent": queens only may not touch
  regions      for each row the numbers of its squares' regions; null if there are none
  solutions    all solutions, made by Python: words of n letters, one a row, which tell the columns in
               base 36

Nothing is searched here: hints and counts are looked up among the solutions. The element has it as
element.queensPlace. */

"use strict";

(() => {
  const { make, setText, setAttribute, counted, list, mountEach } = globalThis.dlxPlayer;
  const { make: makeBoard, glyph } = globalThis.queensBoard;
  const { squareName } = globalThis.queensNames;

  const short = ([row, column]) => `r${row} c${column}`;
  const letterOf = (region) => (region < 26 ? String.fromCharCode(65 + region) : `${region}`);
  const isSame = (one, other) => one[0] === other[0] && one[1] === other[1];
  const inOrder = (one, other) => one[0] - other[0] || one[1] - other[1];

  // Attacks: those of nqueens.board.attacks, in its order and by its names.

  function sharedLines({ n, diagonals, regions }, [upper, left], [lower, right]) {
    const lines = [];
    const distance = lower - upper;
    if (distance === 0) {
      lines.push(`r${upper}`);
    }
    if (left === right) {
      lines.push(`c${left}`);
    }
    if (diagonals === "adjacent") {
      if (distance === 1 && Math.abs(right - left) === 1) {
        lines.push("touch");
      }
    } else if (distance === left - right) {
      lines.push(`a${upper + left}`);
    } else if (distance === right - left) {
      lines.push(`b${n - 1 - upper + left}`);
    }
    if (regions && regions[upper][left] === regions[lower][right]) {
      lines.push(`region${regions[upper][left]}`);
    }
    return lines;
  }

  function attacksOf(board, queens) {
    const sorted = [...queens].sort(inOrder);
    const found = [];
    sorted.forEach((first, k) => {
      for (const second of sorted.slice(k + 1)) {
        const lines = sharedLines(board, first, second);
        if (lines.length) {
          found.push([first, second, lines]);
        }
      }
    });
    return found;
  }

  function lineName(line) {
    if (line.startsWith("region")) {
      return `the region ${letterOf(Number(line.slice(6)))}`;
    }
    const kinds = { r: "row", c: "column", a: "diagonal", b: "diagonal" };
    return `the ${kinds[line[0]]} ${line}`;
  }

  function attackText([first, second, lines]) {
    const shared = lines.filter((line) => line !== "touch");
    const what = [...(shared.length ? [`share ${list(shared.map(lineName))}`] : []), ...(shared.length < lines.length ? ["touch at a corner"] : [])];
    return `The queens on ${short(first)} and ${short(second)} ${what.join(" and ")}.`;
  }

  // The page's element

  class Place {
    constructor(host, told) {
      this.told = told;
      this.host = host;
      this.marking = true;
      this.counting = false;
      this.tool = "queen";
      this._build();
      this.choose(told.boards.findIndex(({ n, regions }) => n === 8 && !regions));
      host.queensPlace = this;
    }

    // What can be done

    /* Take another board, an empty one. */
    choose(number) {
      const place = Math.max(0, number);
      this.what = this.told.boards[place];
      this.select.value = place;
      this.solutions = this.what.solutions.map((word) => [...word].map((letter) => parseInt(letter, 36)));
      this.queens = [];
      this.crosses = [];
      this.past = [];
      this.future = [];
      this.hinted = null;
      this.board = this._makeBoard();
      this.field.replaceChildren(this.board.element);
      this._show();
      this._say(this._start());
    }

    /* Use the tool that is chosen on a square. */
    press(row, column) {
      this.toggle(this.tool, row, column);
    }

    /* Put a queen or a cross on a square, or take it off. */
    toggle(tool, row, column) {
      const square = [row, column];
      const without = (squares) => squares.filter((other) => !isSame(other, square));
      const [was, wasCrossed] = [this._has(this.queens, square), this._has(this.crosses, square)];
      this._keep();
      this.queens = without(this.queens);
      this.crosses = without(this.crosses);
      if (tool === "queen" && !was) {
        this.queens.push(square);
      } else if (tool === "cross" && !wasCrossed) {
        this.crosses.push(square);
      }
      this._show();
      const name = squareName(row, column);
      if (tool === "cross") {
        this._say(wasCrossed ? `No cross on ${name} any more.` : `A cross on ${name}.`);
      } else {
        this._say(was ? `The queen on ${name} is taken back. ${this._state()}` : `A queen on ${name}. ${this._news(square)} ${this._state()}`);
      }
    }

    clear() {
      if (this.queens.length || this.crosses.length) {
        this._keep();
        this.queens = [];
        this.crosses = [];
        this._show();
        this._say(`The board is empty. ${this._start()}`);
      }
    }

    undo() {
      this._goTo(this.past, this.future, "Undone.", "There is nothing to undo.");
    }

    redo() {
      this._goTo(this.future, this.past, "Done again.", "There is nothing to do again.");
    }

    hint() {
      const { text, square } = this._hint();
      this.hinted = square;
      this._show();
      this._say(text);
    }

    /* The attacks, as nqueens.board.attacks gives them. */
    attacks() {
      return attacksOf(this.what, this.queens);
    }

    _has(squares, square) {
      return squares.some((other) => isSame(other, square));
    }

    _keep() {
      this.past.push([this.queens, this.crosses]);
      this.future = [];
      this.hinted = null;
    }

    _goTo(from, to, done, nothing) {
      if (!from.length) {
        this._say(nothing);
        return;
      }
      to.push([this.queens, this.crosses]);
      [this.queens, this.crosses] = from.pop();
      this.hinted = null;
      this._show();
      this._say(`${done} ${this._state()}`);
    }

    // Looking up

    /* The solutions that have queens on all these squares. */
    _through(queens) {
      return this.solutions.filter((solution) => queens.every(([row, column]) => solution[row] === column));
    }

    /* How many of these solutions go through each square. */
    _counts(solutions) {
      const { n } = this.what;
      const counts = Array.from({ length: n }, () => new Array(n).fill(0));
      for (const solution of solutions) {
        solution.forEach((column, row) => (counts[row][column] += 1));
      }
      return counts;
    }

    _hint() {
      const { n } = this.what;
      if (this.solutions.length === 0) {
        return { text: "This board has no solution at all.", square: null };
      }
      if (this.attacks().length) {
        return { text: "Two queens attack each other. No solution has both: take one of them back.", square: null };
      }
      if (this.queens.length === n) {
        return { text: "Nothing is missing: all queens stand well.", square: null };
      }
      const left = this._through(this.queens);
      if (left.length === 0) {
        let kept = this.queens.length;
        while (this._through(this.queens.slice(0, kept)).length === 0) {
          kept -= 1;
        }
        const count = this.queens.length - kept;
        const last = count === 1 ? "the last queen" : `the last ${count} queens`;
        const total = this._through(this.queens.slice(0, kept)).length;
        return { text: `None attacks another, but no solution has queens on all these squares. Without ${last}, ${this._solutionsGo(total)} on from here.`, square: null };
      }
      // In the row that has the fewest squares left, the square that leaves the most solutions.
      const counts = this._counts(left);
      let best = null;
      counts.forEach((numbers, row) => {
        const open = numbers.filter((number) => number > 0).length;
        const most = Math.max(...numbers);
        if (!this.queens.some(([taken]) => taken === row) && (!best || open < best.open || (open === best.open && most > best.most))) {
          best = { open, most, square: [row, numbers.indexOf(most)] };
        }
      });
      return {
        text: `A queen on ${squareName(...best.square)} leads to a solution: ${this._solutionsGo(best.most)} through it and all queens on the board.`,
        square: best.square,
      };
    }

    _solutionsGo(count) {
      const all = this.solutions.length;
      if (all === 1) {
        return "the only solution goes";
      }
      return `${count} of the ${all} solutions ${count === 1 ? "goes" : "go"}`;
    }

    // Words

    _start() {
      const { n, regions, diagonals } = this.what;
      const rules = ["row", "column", ...(regions ? ["region"] : []), ...(diagonals === "long" ? ["diagonal"] : [])];
      const touch = diagonals === "adjacent" ? ", and no two touch" : "";
      return `Place ${counted(n, "queen")} so that no two share a ${rules.slice(0, -1).join(", a ")} or a ${rules.at(-1)}${touch}.`;
    }

    _news(square) {
      const attacked = this.attacks().filter((attack) => isSame(attack[0], square) || isSame(attack[1], square));
      return attacked.map(attackText).join(" ");
    }

    _state() {
      const { n } = this.what;
      const attacks = this.attacks().length;
      if (this.queens.length === 0) {
        return "The board is empty.";
      }
      if (this.isSolved()) {
        const number = this.solutions.findIndex((solution) => this.queens.every(([row, column]) => solution[row] === column)) + 1;
        const all = this.solutions.length;
        return all === 1 ? "Solved: it is the only solution." : `Solved: it is solution ${number} of ${all}.`;
      }
      const pairs = attacks === 0 ? "none attacks another" : attacks === 1 ? "two of them attack each other" : `${attacks} pairs attack each other`;
      const apart = this.queens.length === 1 ? "" : `, ${pairs}`;
      return `${counted(this.queens.length, "queen")} of ${n}${apart}.`;
    }

    isSolved() {
      return this.what.n > 0 && this.queens.length === this.what.n && this.attacks().length === 0;
    }

    _say(text) {
      setText(this.sentence, text.replace(/\s+/g, " ").trim());
    }

    // Building

    _build() {
      const { host } = this;
      host.classList.add("dlx-player");
      host.setAttribute("role", "group");
      host.setAttribute("aria-label", "Place the queens yourself");
      this.select = make(
        "select",
        { "aria-label": "Board", class: "queens-select", change: () => this.choose(Number(this.select.value)) },
        ...this.told.boards.map(({ name }, place) => make("option", { value: place }, name))
      );
      const button = (text, key, act) => make("button", { type: "button", class: "queens-button", title: key, click: act }, text);
      this.undoButton = button("Undo", "U", () => this.undo());
      this.redoButton = button("Redo", "R", () => this.redo());
      this.tools = ["queen", "cross"].map((tool) =>
        make("button", { type: "button", class: "queens-tool", "aria-pressed": String(tool === this.tool), title: tool === "queen" ? "Squares get a queen (Q)" : "Squares get a cross: no queen here (X)", click: () => this._take(tool) },
          glyph(tool), make("span", {}, tool === "queen" ? "Queen" : "Cross"))
      );
      const bar = make(
        "div",
        { class: "queens-place-bar", role: "group", "aria-label": "Controls" },
        this.select,
        make("span", { class: "queens-tools", role: "group", "aria-label": "What a square gets" }, ...this.tools),
        this.undoButton,
        this.redoButton,
        button("Clear", "", () => this.clear()),
        button("Hint", "H", () => this.hint()),
        make("button", { type: "button", class: "dlx-button dlx-help-button", "aria-label": "Keys", title: "Keys (?)", click: () => this.help.showModal() }, "?")
      );
      this.sentence = make("p", { class: "dlx-say", "aria-live": "polite" });
      this.field = make("div", { class: "queens-place-board" });
      const check = (text, checked, change) => {
        const box = make("input", { type: "checkbox", change: () => change(box.checked) });
        box.checked = checked;
        return make("label", { class: "queens-check" }, box, make("span", {}, text));
      };
      this.total = make("p", { class: "queens-total" });
      this.attackList = make("ul", { class: "queens-attacks", "aria-label": "Attacks" });
      const side = make(
        "div",
        { class: "queens-place-side" },
        this.total,
        this.attackList,
        make(
          "div",
          { class: "queens-checks" },
          check("Mark attacked squares", this.marking, (on) => {
            this.marking = on;
            this._show();
          }),
          check("Show how many solutions go through each square", this.counting, (on) => {
            this.counting = on;
            this._show();
          })
        )
      );
      this._buildHelp();
      const body = make("div", { class: "queens-place-body" }, this.field, side);
      host.replaceChildren(make("div", { class: "queens-place-head" }, bar, this.sentence), body, this.help);
    }

    _buildHelp() {
      const keys = [
        ["← ↑ → ↓", "from square to square"],
        ["Home End", "to the ends of the row"],
        ["Space, Enter", "put a queen there, or take her back"],
        ["X", "put a cross there, or take it off"],
        ["U R", "undo, redo"],
        ["H", "a hint"],
        ["?", "this list"],
      ];
      this.help = make(
        "dialog",
        { class: "dlx-help", "aria-label": "Keys" },
        make("p", { class: "dlx-title" }, "Keys"),
        make("dl", {}, ...keys.map(([key, what]) => make("div", {}, make("dt", {}, key), make("dd", {}, what)))),
        make("p", {}, "They work where a square has the focus. Clicking a square does what Space does, or with Cross chosen what X does."),
        make("button", { type: "button", class: "dlx-chip", click: () => this.help.close() }, "Close")
      );
    }

    _take(tool) {
      this.tool = tool;
      this.tools.forEach((element, k) => setAttribute(element, "aria-pressed", String(["queen", "cross"][k] === tool)));
    }

    _makeBoard() {
      const { n, regions } = this.what;
      const kinds = regions ? new Set(regions.flat()).size : 0;
      return makeBoard({
        rows: n,
        columns: n,
        label: `Board with ${counted(n, "row")} and ${counted(n, "column")}`,
        press: (row, column) => this.press(row, column),
        keys: (event, row, column) => this._key(event, row, column),
        wholeRows: true,
        under: regions ? [make("svg:path", { d: wallsOf(regions) }), ...lettersOf(regions)] : null,
        dress: (cell, row, column) => {
          if (regions) {
            const region = regions[row][column];
            cell.classList.add("queens-region");
            cell.style.setProperty("--queens-hue", Math.round((360 * region) / kinds + (region % 2) * 20));
          }
        },
      });
    }

    _key({ key, shiftKey }, row, column) {
      const acts = {
        x: () => this.toggle("cross", row, column),
        q: () => this.toggle("queen", row, column),
        u: () => this.undo(),
        r: () => this.redo(),
        h: () => this.hint(),
        "?": () => this.help.showModal(),
        Delete: () => this._wipe(row, column),
        Backspace: () => this._wipe(row, column),
      };
      const act = acts[key.length === 1 && !shiftKey ? key.toLowerCase() : key];
      act?.();
      return Boolean(act);
    }

    _wipe(row, column) {
      const square = [row, column];
      if (this._has(this.queens, square)) {
        this.toggle("queen", row, column);
      } else if (this._has(this.crosses, square)) {
        this.toggle("cross", row, column);
      }
    }

    // Showing

    _show() {
      const { what, board } = this;
      const { n, regions } = what;
      const attacks = this.attacks();
      const left = this._through(this.queens);
      const counts = this._counts(left);
      const most = Math.max(1, ...counts.flat());
      for (let row = 0; row < n; row++) {
        for (let column = 0; column < n; column++) {
          const square = [row, column];
          const look = [];
          const words = [];
          let sign = "";
          const attackers = this.queens.filter((queen) => !isSame(queen, square) && sharedLines(what, ...[queen, square].sort(inOrder)).length).length;
          if (regions) {
            words.push(`region ${letterOf(regions[row][column])}`);
          }
          if (this._has(this.queens, square)) {
            sign = "queen";
            look.push("queen");
            words.push("queen");
            if (attackers) {
              look.push("conflict");
            }
          } else {
            if (attackers && this.marking) {
              look.push("attacked");
            }
            if (this._has(this.crosses, square)) {
              sign = "cross";
              words.push("cross");
            }
            if (this.hinted && isSame(this.hinted, square)) {
              look.push("just");
              sign = "star";
              words.push("hint");
            }
          }
          if (attackers && (this.marking || sign === "queen")) {
            words.push(`attacked by ${counted(attackers, "queen")}`);
          }
          if (this.counting) {
            words.push(counted(counts[row][column], "solution"));
            look.push(counts[row][column] ? "some" : "none");
          }
          board.cells[row][column].style.setProperty("--queens-share", (counts[row][column] / most).toFixed(3));
          board.set(row, column, { look, sign, number: this.counting ? counts[row][column] : "", label: words.join(", ") || "empty" });
        }
      }
      board.lines(attacks.map(([from, to]) => ({ kind: "attack", from, to })));
      this._showSide(attacks, left);
      // Disabled buttons would lose the focus; these say that there is nothing to do.
      setAttribute(this.undoButton, "aria-disabled", String(this.past.length === 0));
      setAttribute(this.redoButton, "aria-disabled", String(this.future.length === 0));
      this.host.classList.toggle("queens-solved", this.isSolved());
    }

    _showSide(attacks, left) {
      const { n } = this.what;
      const all = this.solutions.length;
      const solutions = this.counting ? ` ${left.length} of ${counted(all, "solution")} left.` : "";
      setText(this.total, this.isSolved() ? this._state() : `${this.queens.length} of ${counted(n, "queen")}, ${counted(attacks.length, "attack")}.${solutions}`);
      const texts = attacks.map(attackText);
      const code = texts.join("\n");
      if (code !== this.attackCode) {
        this.attackCode = code;
        this.attackList.replaceChildren(...texts.map((text) => make("li", {}, text)));
        this.attackList.hidden = texts.length === 0;
      }
    }
  }

  /* The path between the regions. */
  function wallsOf(regions) {
    const parts = [];
    regions.forEach((line, row) =>
      line.forEach((region, column) => {
        if (column > 0 && line[column - 1] !== region) {
          parts.push(`M${column} ${row}v1`);
        }
        if (row > 0 && regions[row - 1][column] !== region) {
          parts.push(`M${column} ${row}h1`);
        }
      })
    );
    return parts.join("");
  }

  /* A letter in the first square of each region. */
  function lettersOf(regions) {
    const places = new Map();
    regions.forEach((line, row) =>
      line.forEach((region, column) => {
        if (!places.has(region)) {
          places.set(region, [row, column]);
        }
      })
    );
    return [...places].map(([region, [row, column]]) => make("svg:text", { x: column + 0.15, y: row + 0.18 }, letterOf(region)));
  }

  async function mountAll() {
    await mountEach(".queens-place", (host, told) => new Place(host, told));
    document.documentElement.dataset.queensReady = "";
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", mountAll);
  } else {
    queueMicrotask(mountAll);
  }
})();
