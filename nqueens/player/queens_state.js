/* The events of the queens' own methods, told by `nqueens.trace`: what they change, forwards and back.

`told`, beside what every kind has: method, n, and by: "rows" or "columns", the lines that get their
queens one after another.

The state, that of `nqueens.traces.Replay` and what is shown of the calls:

  queens       [row, column] of each queen on the board, in the order in which they came
  calls        the activation records: of each call that has not returned, the first call first,
                 line       the row or column that it looks for a place in
                 rejected   [row, column, row of the attacker, its column] of the squares refused
                 dead       [row, column, line]: squares whose queen would leave that line no square
                 tried      [row, column] of the queens taken back
  placed, skipped, takenBack, moves, restarts, solutions, nodes    counts; nodes are calls
  returned     the records of calls that have returned, for the way back

queensNames.squareName(row, column) is what sentences and boards call a square. */

"use strict";

(() => {
  const { addKind, counted } = globalThis.dlxPlayer;

  function start() {
    return {
      queens: [],
      calls: [],
      placed: 0,
      skipped: 0,
      takenBack: 0,
      moves: 0,
      restarts: 0,
      solutions: 0,
      nodes: 0,
      returned: [],
    };
  }

  /* Put something on a list, or take the last thing off. */
  function change(list, add, thing) {
    if (add) {
      list?.push(thing);
    } else {
      list?.pop();
    }
  }

  /* What each word does, forwards (sign 1) and back (sign -1). */
  const changes = {
    call(state, sign, line) {
      change(state.calls, sign > 0, { line, rejected: [], dead: [], tried: [] });
      state.nodes += sign;
    },
    return(state, sign) {
      const [from, to] = sign > 0 ? [state.calls, state.returned] : [state.returned, state.calls];
      to.push(from.pop());
    },
    reject(state, sign, ...squares) {
      change(state.calls.at(-1)?.rejected, sign > 0, squares);
      state.skipped += sign;
    },
    dead(state, sign, ...square) {
      change(state.calls.at(-1)?.dead, sign > 0, square);
    },
    place(state, sign, row, column) {
      change(state.queens, sign > 0, [row, column]);
      state.placed += sign;
    },
    "take back"(state, sign, row, column) {
      change(state.queens, sign < 0, [row, column]);
      change(state.calls.at(-1)?.tried, sign > 0, [row, column]);
      state.takenBack += sign;
    },
    move(state, sign, row, from, to) {
      const [before, after] = sign > 0 ? [from, to] : [to, from];
      state.queens.find((queen) => queen[0] === row && queen[1] === before)[1] = after;
      state.moves += sign;
    },
    restart(state, sign) {
      state.restarts += sign;
    },
    solution(state, sign) {
      state.solutions += sign;
    },
  };

  // In words

  const squareName = (row, column) => `row ${row}, column ${column}`;
  const lineName = (told, line) => `${told.by === "columns" ? "column" : "row"} ${line}`;

  function shared(row, column, row2, column2) {
    if (row === row2) {
      return "on the same row";
    }
    return column === column2 ? "on the same column" : "on a diagonal with it";
  }

  const sentences = {
    call: (told, state, line) =>
      line < told.n ? `Look for a square in ${lineName(told, line)}.` : "All lines have a queen: nothing is left to do.",
    reject: (told, state, row, column, row2, column2) =>
      `Not ${squareName(row, column)}: the queen on ${squareName(row2, column2)} is ${shared(row, column, row2, column2)}.`,
    place: (told, state, row, column) => `Place a queen on ${squareName(row, column)}.`,
    "no square": (told, state, line) => `No square is left in ${lineName(told, line)}.`,
    return: (told, state, line) => `Return from ${lineName(told, line)} to the call before.`,
    dead: (told, state, row, column, line) =>
      `A queen on ${squareName(row, column)} leaves ${lineName(told, line)} without a free square.`,
    "take back": (told, state, row, column) => `Take back the queen on ${squareName(row, column)}.`,
    move: (told, state, row, from, to, attackers) =>
      from === to
        ? `The queen of row ${row} stays on column ${to}: no square of her row is better.`
        : `Move the queen of row ${row} from column ${from} to column ${to}, where ${attackers || "no"} other${attackers === 1 ? " attacks" : "s attack"} her.`,
    restart: (told, state, number) => `The moves have led nowhere: begin anew, restart ${number}.`,
    solution: (told, state, number) => `Solution ${number}: no two queens attack each other.`,
    end: (told, state, done) =>
      `${done ? "The search is done" : "Here the trace ends, at its limit"}: ${counted(state.solutions, "solution")}.`,
  };

  function say(state, event, told) {
    if (!event) {
      return `${counted(told.n, "queen")} for a board of ${told.n} by ${told.n} squares. Nothing has happened yet.`;
    }
    const [word, ...numbers] = event;
    return sentences[word](told, state, ...numbers);
  }

  const used = new WeakMap();

  function usedWords(told) {
    if (!used.has(told)) {
      used.set(told, new Set(told.events.map(([code]) => told.words[code])));
    }
    return used.get(told);
  }

  /* The counts of what this method does at all. */
  function counters(state, told) {
    const words = usedWords(told);
    return [
      ["on the board", state.queens.length, true],
      ["calls", state.nodes, words.has("call")],
      ["placed", state.placed, words.has("place")],
      ["skipped", state.skipped, words.has("reject")],
      ["taken back", state.takenBack, words.has("take back")],
      ["moves", state.moves, words.has("move")],
      ["restarts", state.restarts, words.has("move")],
      ["solutions", state.solutions, true],
    ]
      .filter(([, , shown]) => shown)
      .map(([name, value]) => [name, value]);
  }

  /* A node for each queen that was placed, below the empty board; none where queens move. In it stands
     the line that is looked at next; at a dead end, the one that has no square. */
  function tree(told) {
    if (usedWords(told).has("move")) {
      return [];
    }
    const short = (line) => `${told.by === "columns" ? "c" : "r"}${line}`;
    const next = (line) => (line < told.n ? short(line) : "");
    const nodes = [{ parent: -1, place: 0, left: Infinity, text: next(0), branch: "", outcome: "", known: 0 }];
    const path = [0];
    const leaf = (outcome, place) => {
      const node = nodes[path.at(-1)];
      if (node.outcome === "") {
        Object.assign(node, { outcome, known: place });
      }
    };
    const children = [0];
    told.events.forEach(([code, ...numbers], k) => {
      const word = told.words[code];
      if (word === "place") {
        const [row, column] = numbers;
        const branch = String(told.by === "columns" ? row : column);
        children[path.at(-1)] += 1;
        nodes.push({ parent: path.at(-1), place: k + 1, left: Infinity, text: next(path.length), branch, outcome: "", known: Infinity });
        children.push(0);
        path.push(nodes.length - 1);
      } else if (word === "take back") {
        const node = nodes[path.pop()];
        node.left = k + 1;
      } else if (word === "solution") {
        leaf("solution", k + 1);
      } else if (word === "dead") {
        nodes[path.at(-1)].text = short(numbers[2]);
        leaf("dead end", k + 1);
      } else if (word === "no square" && children[path.at(-1)] === 0) {
        leaf("dead end", k + 1);
      }
    });
    return nodes;
  }

  globalThis.queensNames = { squareName };

  addKind({
    name: "queens",
    start,
    forward: (state, [word, ...numbers]) => changes[word]?.(state, 1, ...numbers),
    backward: (state, [word, ...numbers]) => changes[word]?.(state, -1, ...numbers),
    say,
    counters,
    tree,
    stops: {
      label: "Queens only",
      words: ["place", "take back", "solution", "move", "restart", "end"],
    },
  });
})();
