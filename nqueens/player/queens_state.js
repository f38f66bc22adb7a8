/* The events of the queens' own methods, told by `nqueens.trace`: what they change, forwards and back.

`told`, beside what every kind has: method, n, and by: "rows" or "columns", the lines that get their
queens one after another.

The state:

  queens       [row, column] of each queen on the board, in the order in which they came
  calls        the activation records: of each call that has not returned, the base one first,
                 line       the row or column that it looks for a place in; -1 for the base
                 rejected   [row, column, row of the attacker, its column] of the squares refused
                 dead       [row, column, line]: squares whose queen would leave that line no square
                 tried      [row, column] of the queens taken back
  placed, skipped, takenBack, moves, solutions, nodes    counts; nodes are calls
  returned, replaced     what has been left, for the way back: no view needs them

Where a method makes no calls its base record would collect all squares of all lines; such a record
begins anew whenever a queen comes or goes. */

"use strict";

(() => {
  const { addKind } = globalThis.dlxPlayer;

  const record = (line) => ({ line, rejected: [], dead: [], tried: [] });

  function start() {
    return {
      queens: [],
      calls: [record(-1)],
      placed: 0,
      skipped: 0,
      takenBack: 0,
      moves: 0,
      solutions: 0,
      nodes: 0,
      returned: [],
      replaced: [],
    };
  }

  const isAt = (row, column) => (queen) => queen[0] === row && queen[1] === column;

  /* What each word does and how it is undone. */
  const changes = {
    call: {
      do(state, line) {
        state.calls.push(record(line));
        state.nodes += 1;
      },
      undo(state) {
        state.calls.pop();
        state.nodes -= 1;
      },
    },
    return: {
      do(state) {
        state.returned.push(state.calls.pop());
      },
      undo(state) {
        state.calls.push(state.returned.pop());
      },
    },
    reject: {
      do(state, ...squares) {
        state.calls.at(-1).rejected.push(squares);
        state.skipped += 1;
      },
      undo(state) {
        state.calls.at(-1).rejected.pop();
        state.skipped -= 1;
      },
    },
    dead: {
      do(state, ...square) {
        state.calls.at(-1).dead.push(square);
      },
      undo(state) {
        state.calls.at(-1).dead.pop();
      },
    },
    place: {
      do(state, row, column) {
        state.queens.push([row, column]);
        state.placed += 1;
        beginAnew(state);
      },
      undo(state) {
        bringBack(state);
        state.queens.pop();
        state.placed -= 1;
      },
    },
    "take back": {
      do(state, row, column) {
        const at = state.queens.findIndex(isAt(row, column));
        state.replaced.push(at);
        state.queens.splice(at, 1);
        state.takenBack += 1;
        beginAnew(state);
        state.calls.at(-1).tried.push([row, column]);
      },
      undo(state, row, column) {
        state.calls.at(-1).tried.pop();
        bringBack(state);
        state.queens.splice(state.replaced.pop(), 0, [row, column]);
        state.takenBack -= 1;
      },
    },
    move: {
      do(state, row, from, to) {
        state.queens.find(isAt(row, from))[1] = to;
        state.moves += 1;
      },
      undo(state, row, from, to) {
        state.queens.find(isAt(row, to))[1] = from;
        state.moves -= 1;
      },
    },
    restart: {
      do(state) {
        state.replaced.push(state.queens);
        state.queens = [];
      },
      undo(state) {
        state.queens = state.replaced.pop();
      },
    },
    solution: {
      do(state) {
        state.solutions += 1;
      },
      undo(state) {
        state.solutions -= 1;
      },
    },
  };

  function beginAnew(state) {
    if (state.calls.length === 1) {
      state.returned.push(state.calls.pop());
      state.calls.push(record(-1));
    }
  }

  function bringBack(state) {
    if (state.calls.length === 1) {
      state.calls = [state.returned.pop()];
    }
  }

  // In words

  const square = (row, column) => `row ${row}, column ${column}`;
  const lineName = (told, line) => `${told.by === "columns" ? "column" : "row"} ${line}`;
  const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;

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
      `Not ${square(row, column)}: the queen on ${square(row2, column2)} is ${shared(row, column, row2, column2)}.`,
    place: (told, state, row, column) => `Place a queen on ${square(row, column)}.`,
    "no square": (told, state, line) => `No square is left in ${lineName(told, line)}.`,
    return: (told, state, line) => `Return from ${lineName(told, line)} to the call before.`,
    dead: (told, state, row, column, line) =>
      `A queen on ${square(row, column)} leaves ${lineName(told, line)} without a free square.`,
    "take back": (told, state, row, column) => `Take back the queen on ${square(row, column)}.`,
    move: (told, state, row, from, to, conflicts) =>
      `Move the queen of row ${row} from column ${from} to column ${to}: ${counted(conflicts, "conflict")} there.`,
    restart: () => "Begin again, with a new board.",
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

  /* The counts of what this method does at all. */
  function counters(state, told) {
    const words = (told.wordsUsed ??= new Set(told.events.map(([code]) => told.words[code])));
    return [
      ["on the board", state.queens.length, true],
      ["calls", state.nodes, words.has("call")],
      ["placed", state.placed, words.has("place")],
      ["skipped", state.skipped, words.has("reject")],
      ["taken back", state.takenBack, words.has("take back")],
      ["moves", state.moves, words.has("move")],
      ["solutions", state.solutions, true],
    ]
      .filter(([, , shown]) => shown)
      .map(([name, value]) => [name, value]);
  }

  /* A node for each queen that was placed, below an empty board; none where no queen is taken back. */
  function tree(told) {
    if (!told.events.some(([code]) => told.words[code] === "take back")) {
      return [];
    }
    const nodes = [{ parent: -1, place: 0, left: Infinity, text: "", branch: "", outcome: "", known: 0 }];
    const path = [0];
    const leaf = (outcome, place) => {
      const node = nodes[path.at(-1)];
      if (node.outcome === "") {
        Object.assign(node, { outcome, known: place });
      }
    };
    let children = [0];
    told.events.forEach(([code, ...numbers], k) => {
      const word = told.words[code];
      if (word === "place") {
        const [row, column] = numbers;
        const branch = String(told.by === "columns" ? row : column);
        children[path.at(-1)] += 1;
        nodes.push({ parent: path.at(-1), place: k + 1, left: Infinity, text: "", branch, outcome: "", known: Infinity });
        children.push(0);
        path.push(nodes.length - 1);
      } else if (word === "take back") {
        const node = nodes[path.pop()];
        node.left = k + 1;
      } else if (word === "solution") {
        leaf("solution", k + 1);
      } else if (word === "no square" && children[path.at(-1)] === 0) {
        leaf("dead end", k + 1);
      }
    });
    return nodes;
  }

  addKind({
    name: "queens",
    start,
    forward: (state, [word, ...numbers]) => changes[word]?.do(state, ...numbers),
    backward: (state, [word, ...numbers]) => changes[word]?.undo(state, ...numbers),
    say,
    counters,
    tree,
    stops: {
      label: "Skip the refusals",
      words: ["place", "take back", "solution", "move", "restart", "end"],
    },
  });
})();
