/* The view of the board, for the queens' own methods and for exact cover on a board.

For "queens": the queens, the squares that they attack, the squares refused and by which queen, dead
squares and the line they leave without a free square, queens taken back, the line that is looked at.
For "exact cover" with `board`: the queens of the chosen options, and the squares whose options are
hidden. The numbers, shown when asked for, say how many queens attack each square; in the row of a
queen that moves they are always there, since min-conflicts goes by them. */

"use strict";

(() => {
  const { addView, make, counted } = globalThis.dlxPlayer;
  const { make: makeBoard, legendKey } = globalThis.queensBoard;
  const { squareName } = globalThis.queensNames;

  const key = (row, column) => `${row} ${column}`;

  /* Say in words what a square's marks say, and its number if it shows one. */
  function label(words, attackers, counting) {
    const attacked = attackers > 0 || counting ? [`attacked by ${counted(attackers, "queen")}`] : [];
    return [...words, ...attacked].join(", ") || "free";
  }

  class BoardView {
    constructor(told, rows, columns) {
      this.told = told;
      this.board = makeBoard({ rows, columns, label: `Board with ${counted(rows, "row")} and ${counted(columns, "column")}`, describe: true });
      this.numbers = false;
      const chip = make(
        "button",
        {
          type: "button",
          class: "dlx-chip",
          "aria-pressed": "false",
          click: () => {
            this.numbers = !this.numbers;
            chip.setAttribute("aria-pressed", String(this.numbers));
            this._again?.();
          },
        },
        "Count attacks"
      );
      this.element = make("div", { class: "queens-view" }, this.board.element, make("div", { class: "dlx-tools" }, chip), this._legend());
    }

    show(state, event, player) {
      this._again = () => this._show(state, event, player);
      this._again();
    }

    _show(state, event) {
      const { squares, lines } = this.picture(state, event);
      for (let row = 0; row < this.board.rows; row++) {
        for (let column = 0; column < this.board.columns; column++) {
          this.board.set(row, column, squares[row][column]);
        }
      }
      this.board.lines(lines);
      this.board.done();
    }

    _legend() {
      return make("p", { class: "dlx-legend", "aria-hidden": "true" }, ...this.legend());
    }
  }

  // The queens' own methods

  class QueensView extends BoardView {
    constructor(told) {
      super(told, told.n, told.n);
      this.wide = true;
      this.blocked = new Set((told.blocked ?? []).map((square) => key(...square)));
    }

    legend() {
      const { told } = this;
      const used = new Set(told.events.map(([code]) => told.words[code]));
      return [
        legendKey(["attacked"], "", "attacked"),
        used.has("reject") ? legendKey(["refused"], "cross", "refused: a queen attacks it") : null,
        used.has("dead") ? legendKey(["deadly"], "dead", "dead: would leave a line no free square") : null,
        used.has("take back") ? legendKey(["gone"], "ghost", "tried and taken back") : null,
        used.has("move") ? legendKey(["queen", "conflict"], "queen", "attacked queen") : null,
        told.blocked?.length ? legendKey(["blocked"], "", "blocked") : null,
      ].filter(Boolean);
    }

    picture(state, event) {
      const { told } = this;
      const { n } = told;
      const attackers = this._attackers(state.queens);
      const occupied = new Set(state.queens.map((square) => key(...square)));
      const marks = this._marks(state, event);
      const moving = event?.[0] === "move" ? event[1] : -1;
      const squares = attackers.map((numbers, row) =>
        numbers.map((number, column) => {
          const at = key(row, column);
          const words = [];
          const look = [];
          let sign = "";
          const mark = marks.get(at);
          if (occupied.has(at)) {
            look.push("queen");
            words.push("queen");
            sign = "queen";
            if (number > 0) {
              look.push("conflict");
            }
          } else {
            if (number > 0) {
              look.push("attacked");
            }
            if (mark) {
              look.push(...mark.look);
              words.push(mark.word);
              sign = mark.sign;
            }
            if (this.blocked.has(at)) {
              look.push("blocked");
              words.push("blocked");
            }
          }
          if (this._isJust(event, row, column)) {
            look.push("just");
          }
          const counting = this.numbers || row === moving;
          return { look, sign, number: counting ? number : "", label: label(words, number, counting) };
        })
      );
      return { squares, lines: this._lines(state, event, n) };
    }

    /* How many queens attack each square, not counting one who stands there. Where queens move in
       their rows they don't count for these: who moves leaves her square. */
    _attackers(queens) {
      const { n, method } = this.told;
      const count = (size) => new Array(Math.max(0, size)).fill(0);
      const [onRow, onColumn, rising, falling] = [count(n), count(n), count(2 * n - 1), count(2 * n - 1)];
      const inRow = method === "min_conflicts" ? 0 : 1;
      const numbers = Array.from({ length: n }, () => count(n));
      for (const [row, column] of queens) {
        onRow[row] += inRow;
        onColumn[column] += 1;
        rising[row + column] += 1;
        falling[n - 1 - row + column] += 1;
        numbers[row][column] -= 3 + inRow; // her own four lines
      }
      for (let row = 0; row < n; row++) {
        for (let column = 0; column < n; column++) {
          numbers[row][column] += onRow[row] + onColumn[column] + rising[row + column] + falling[n - 1 - row + column];
        }
      }
      return numbers;
    }

    _marks(state, event) {
      const marks = new Map();
      state.calls.forEach(({ rejected, dead, tried }, level) => {
        const late = level === state.calls.length - 1 ? [] : ["past"];
        for (const [row, column] of tried) {
          marks.set(key(row, column), { look: ["gone", ...late], sign: "ghost", word: "tried and taken back" });
        }
        for (const [row, column, line] of dead) {
          const word = `dead: it would leave ${this._lineName(line)} without a free square`;
          marks.set(key(row, column), { look: ["deadly", ...late], sign: "dead", word });
        }
        for (const [row, column, row2, column2] of rejected) {
          const word = `refused: the queen on ${squareName(row2, column2)} attacks it`;
          marks.set(key(row, column), { look: ["refused", ...late], sign: "cross", word });
        }
      });
      if (event?.[0] === "move" && event[2] !== event[3]) {
        marks.set(key(event[1], event[2]), { look: ["gone"], sign: "ghost", word: "left by its queen" });
      }
      return marks;
    }

    _lineName(line) {
      return `${this.told.by === "columns" ? "column" : "row"} ${line}`;
    }

    _isJust(event, row, column) {
      const [word, first, second, third, fourth] = event ?? [];
      switch (word) {
        case "place":
        case "take back":
        case "dead":
          return row === first && column === second;
        case "reject":
          return (row === first && column === second) || (row === third && column === fourth);
        case "move":
          return row === first && column === third;
        default:
          return false;
      }
    }

    _lines(state, event, n) {
      const lines = [];
      const band = (line, kind, isRow) =>
        lines.push(isRow ? { kind, from: [line, 0], to: [line, n - 1] } : { kind, from: [0, line], to: [n - 1, line] });
      const byRow = this.told.by === "rows";
      const current = state.calls.at(-1)?.line ?? -1;
      const [word, ...numbers] = event ?? [];
      if (word === "no square") {
        band(numbers[0], "dead-band", byRow);
      } else if (current >= 0 && current < n) {
        band(current, "band", byRow);
      }
      if (word === "dead") {
        band(numbers[2], "dead-band", byRow);
      } else if (word === "reject") {
        lines.push({ kind: "sight", from: numbers.slice(2), to: numbers.slice(0, 2) });
      } else if (word === "move") {
        const [row, from, to] = numbers;
        band(row, "band", true);
        if (from !== to) {
          lines.push({ kind: "move", from: [row, from], to: [row, to] });
        }
      }
      return lines;
    }
  }

  // Exact cover on a board

  class CoverView extends BoardView {
    constructor(told) {
      super(told, told.board.rows, told.board.columns);
      this.at = told.board.squares; // null in the place of a row or a column: no square
      this.itemsOf = told.options.map(([, entries]) => new Set(entries.map(([item]) => item)));
      this.blocked = new Set(told.without);
      this.given = new Set(told.given);
    }

    legend() {
      return [
        legendKey(["queen"], "queen", "chosen"),
        legendKey(["hidden"], "", "hidden: it is in a list that is covered"),
        legendKey(["candidate"], "dot", "an option of the chosen item"),
        this.told.without.length ? legendKey(["blocked"], "", "blocked") : null,
      ].filter(Boolean);
    }

    _isSquare(option) {
      const square = this.at[option];
      return square && square.length === 2 && square.every((line) => line !== null);
    }

    picture(state, event) {
      const { told } = this;
      const chosen = [...told.given, ...state.options];
      const isChosen = new Set(chosen);
      const choosing = state.items.length > state.options.length ? state.items.at(-1) : -1;
      const about = this._optionOf(event);
      const squares = Array.from({ length: this.board.rows }, () => Array.from({ length: this.board.columns }, () => ({ label: "no option" })));
      told.options.forEach((_, option) => {
        if (!this._isSquare(option)) {
          return;
        }
        const [row, column] = this.at[option];
        const words = [];
        const look = [];
        let sign = "";
        const left = state.hidden[option];
        if (isChosen.has(option)) {
          look.push("queen");
          sign = "queen";
          words.push(this.given.has(option) ? "queen, given" : "queen");
        } else if (this.blocked.has(option)) {
          look.push("blocked");
          words.push("blocked");
        } else if (choosing >= 0 && (left === choosing || (left < 0 && this.itemsOf[option].has(choosing)))) {
          look.push("candidate");
          sign = "dot";
          words.push(`can cover ${told.items[choosing]}`);
        } else if (left >= 0) {
          look.push("hidden");
          words.push(`hidden: ${told.items[left]} is settled`);
        }
        if (option === about) {
          look.push("just");
        }
        const attackers = isChosen.has(option) ? 0 : chosen.filter((other) => this._attack(other, option)).length;
        squares[row][column] = { look, sign, number: this.numbers ? attackers : "", label: label(words, attackers, this.numbers) };
      });
      return { squares, lines: this._lines(state, event, chosen) };
    }

    _attack(option, other) {
      for (const item of this.itemsOf[option]) {
        if (this.itemsOf[other].has(item)) {
          return true;
        }
      }
      return false;
    }

    /* The option that an event is about. */
    _optionOf(event) {
      const [word, ...numbers] = event ?? [];
      if (word === "hide" || word === "unhide" || word === "try" || word === "take back") {
        return numbers[0];
      }
      return word === "purify" || word === "unpurify" ? numbers[1] : -1;
    }

    _itemOf(event) {
      const [word, ...numbers] = event ?? [];
      if (["choose", "cover", "uncover", "dead end", "backtrack", "purify", "unpurify"].includes(word)) {
        return numbers[0];
      }
      return word === "hide" || word === "unhide" ? numbers[1] : -1;
    }

    _lines(state, event, chosen) {
      const lines = [];
      const item = this._itemOf(event);
      const ends = this._ends(item);
      if (ends) {
        lines.push({ kind: event[0] === "dead end" ? "dead-band" : "band", from: ends[0], to: ends[1] });
      }
      if (event?.[0] === "hide") {
        const owner = chosen.find((option) => this.itemsOf[option].has(item));
        if (owner !== undefined && this._isSquare(owner) && this._isSquare(event[1])) {
          lines.push({ kind: "sight", from: this.at[owner], to: this.at[event[1]] });
        }
      }
      return lines;
    }

    /* The first and the last square of an item, if its squares lie on a line. */
    _ends(item) {
      if (item < 0) {
        return null;
      }
      this.lineOf ??= new Map();
      if (!this.lineOf.has(item)) {
        const on = this.at.filter((_, option) => this.itemsOf[option].has(item) && this._isSquare(option));
        const [first, last] = [on[0], on.at(-1)];
        const along = (square) => (square[0] - first[0]) * (last[1] - first[1]) === (square[1] - first[1]) * (last[0] - first[0]);
        this.lineOf.set(item, on.length > 0 && on.every(along) ? [first, last] : null);
      }
      return this.lineOf.get(item);
    }
  }

  addView({
    name: "board",
    title: "Board",
    wants: (told) => (told.kind === "queens" && told.n > 0) || (told.kind === "exact cover" && Boolean(told.board?.rows && told.board.columns)),
    create: (told) => {
      const view = told.kind === "queens" ? new QueensView(told) : new CoverView(told);
      return { element: view.element, wide: view.wide, show: (...what) => view.show(...what) };
    },
  });
})();
