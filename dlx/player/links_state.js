/* The events of an exact cover search: the lists that they change, forwards and back.

`told`, beside what every kind has: items (names, the first `primary` of them primary), options (each
[label, [[item, color], …]]), colors (names; color c is colors[c - 1]), given, without; and
listing.own: lines for words about the item that is being covered at its level, where listing.at is
about the others.

The state is that of `dlx.trace.Replay`, with the same arrays, in which item k has the header k + 1:

  llink, rlink, length, ulink, dlink, top, color, updates
  items, options     chosen and not left; the options given are not among them
  nodes, solutions
  hidden             for each option the item in whose list alone it is left, -1 if it is in all
  covered            for each item 1 if it is covered
  purified           for each item the option that gave it its color, -1 if it has none
  first              for each option the place of its first node, 0 if it is not in the lists

dlxPlayer.links has what views of the lists need:

  nodesOf(state, option) → places of its nodes
  nameOf(told, option) → how sentences call it;  labelOf(told, option) → its label, short
  changed(state, event) → {llink, rlink, length, ulink, dlink, color}: for each array the places that
                          the event, the last one, has written to */

"use strict";

(() => {
  const { addKind, counted, list, short } = globalThis.dlxPlayer;

  function start(told) {
    const count = told.items.length;
    const headers = Array.from({ length: count }, (_, k) => k + 1);
    const self = (k) => (k < told.primary ? k : k + 1);
    const state = {
      llink: [told.primary, ...headers.map((_, k) => self(k))],
      rlink: [told.primary ? 1 : 0, ...headers.map((_, k) => (k < told.primary - 1 ? k + 2 : k < told.primary ? 0 : k + 1))],
      length: [0, ...headers.map(() => 0)],
      ulink: [0, ...headers],
      dlink: [0, ...headers],
      top: [0, ...headers],
      color: [0, ...headers.map(() => 0)],
      updates: 0,
      items: [],
      options: [],
      nodes: 0,
      solutions: 0,
      hidden: told.options.map(() => -1),
      covered: told.items.map(() => 0),
      purified: told.items.map(() => -1),
      first: told.options.map(() => 0),
    };
    let last = 0; // the first node of the option before
    let spacers = 0;
    const addSpacer = () => {
      state.top.push(-spacers);
      state.ulink.push(last);
      state.dlink.push(0);
      state.color.push(0);
      spacers += 1;
    };
    addSpacer();
    for (const option of choosable(told)) {
      const spacer = state.top.length - 1;
      last = state.first[option] = spacer + 1;
      for (const [item, color] of told.options[option][1]) {
        const i = item + 1;
        const p = state.top.length;
        const u = state.ulink[i];
        state.top.push(i);
        state.ulink.push(u);
        state.dlink.push(i);
        state.color.push(color);
        state.dlink[u] = state.ulink[i] = p;
        state.length[i] += 1;
      }
      state.dlink[spacer] = state.top.length - 1;
      addSpacer();
    }
    for (const option of told.given) {
      for (const p of nodesOf(state, option)) {
        commit(state, p);
      }
    }
    return state;
  }

  /* The options that are in the lists: none if given ones exclude each other. */
  function choosable(told) {
    const colors = new Map();
    for (const option of told.given) {
      for (const [item, color] of told.options[option][1]) {
        if (colors.has(item) && (color === 0 || color !== colors.get(item))) {
          return [];
        }
        colors.set(item, color);
      }
    }
    const out = new Set(told.without);
    return told.options
      .map((_, option) => option)
      .filter((k) => !out.has(k) && told.options[k][1].some(([item]) => item < told.primary));
  }

  function nodesOf(state, option) {
    const nodes = [];
    for (let p = state.first[option]; p && state.top[p] > 0; p++) {
      nodes.push(p);
    }
    return nodes;
  }

  function nodeOf(state, option, item) {
    let p = state.first[option];
    while (state.top[p] !== item + 1) {
      p += 1;
    }
    return p;
  }

  function optionOf(state, p) {
    let option = 0;
    for (let k = 0; k < state.first.length; k++) {
      if (state.first[k] && state.first[k] <= p) {
        option = k;
      }
    }
    return option;
  }

  // The steps on the lists, as in dlx/engines/links.py.

  function hide(state, p) {
    const { ulink, dlink, top, color, length } = state;
    for (let q = p + 1; q !== p; ) {
      if (top[q] <= 0) {
        q = ulink[q]; // from the spacer back to the first node of the option
        continue;
      }
      if (color[q] >= 0) {
        dlink[ulink[q]] = dlink[q];
        ulink[dlink[q]] = ulink[q];
        length[top[q]] -= 1;
      }
      q += 1;
    }
  }

  function unhide(state, p) {
    const { ulink, dlink, top, color, length } = state;
    for (let q = p - 1; q !== p; ) {
      if (top[q] <= 0) {
        q = dlink[q]; // from the spacer on to the last node of the option
        continue;
      }
      if (color[q] >= 0) {
        dlink[ulink[q]] = ulink[dlink[q]] = q;
        length[top[q]] += 1;
      }
      q -= 1;
    }
  }

  function coverHeader(state, i) {
    const { llink, rlink } = state;
    rlink[llink[i]] = rlink[i];
    llink[rlink[i]] = llink[i];
    state.covered[i - 1] = 1;
  }

  function uncoverHeader(state, i) {
    const { llink, rlink } = state;
    rlink[llink[i]] = llink[rlink[i]] = i;
    state.covered[i - 1] = 0;
  }

  function* column(state, i) {
    for (let p = state.dlink[i]; p !== i; p = state.dlink[p]) {
      yield p;
    }
  }

  function mark(state, item, option) {
    const { color } = state;
    const p = nodeOf(state, option, item);
    for (const q of column(state, item + 1)) {
      if (q !== p && color[q] === color[p]) {
        color[q] = -1;
      }
    }
    state.purified[item] = option;
  }

  function unmark(state, item, option) {
    const { color } = state;
    const p = nodeOf(state, option, item);
    for (const q of column(state, item + 1)) {
      if (color[q] < 0) {
        color[q] = color[p];
      }
    }
    state.purified[item] = -1;
  }

  /* Given options are chosen before the first event, which tells nothing of them. */
  function commit(state, p) {
    const i = state.top[p];
    const wanted = state.color[p];
    if (wanted < 0) {
      return;
    }
    for (const q of column(state, i)) {
      if (wanted === 0 || state.color[q] !== wanted) {
        hide(state, q);
        state.hidden[optionOf(state, q)] = i - 1;
      } else if (q !== p) {
        state.color[q] = -1;
      }
    }
    if (wanted === 0) {
      coverHeader(state, i);
    } else {
      state.purified[i - 1] = optionOf(state, p);
    }
  }

  /* How many nodes leave a list when the option does. */
  function updatesOf(state, option, item) {
    let updates = 0;
    for (const p of nodesOf(state, option)) {
      updates += state.color[p] >= 0 && state.top[p] !== item + 1 ? 1 : 0;
    }
    return updates;
  }

  // The events

  /* What each word does, forwards (sign 1) and back (sign -1). */
  const changes = {
    enter(state, sign) {
      state.nodes += sign;
    },
    solution(state, sign) {
      state.solutions += sign;
    },
    choose(state, sign, item) {
      pushOrPop(state.items, sign > 0, item);
    },
    backtrack(state, sign, item) {
      pushOrPop(state.items, sign < 0, item);
    },
    try(state, sign, option) {
      pushOrPop(state.options, sign > 0, option);
    },
    "take back"(state, sign, option) {
      pushOrPop(state.options, sign < 0, option);
    },
    hide(state, sign, option, item) {
      (sign > 0 ? hide : unhide)(state, nodeOf(state, option, item));
      state.updates += sign * updatesOf(state, option, item);
      state.hidden[option] = sign > 0 ? item : -1;
    },
    unhide(state, sign, option, item) {
      (sign > 0 ? unhide : hide)(state, nodeOf(state, option, item));
      state.hidden[option] = sign > 0 ? -1 : item;
    },
    cover(state, sign, item) {
      (sign > 0 ? coverHeader : uncoverHeader)(state, item + 1);
      state.updates += sign;
    },
    uncover(state, sign, item) {
      (sign > 0 ? uncoverHeader : coverHeader)(state, item + 1);
    },
    purify(state, sign, item, option) {
      (sign > 0 ? mark : unmark)(state, item, option);
    },
    unpurify(state, sign, item, option) {
      (sign > 0 ? unmark : mark)(state, item, option);
    },
  };

  function changed(state, event) {
    const { llink, rlink, ulink, dlink, top, color } = state;
    const places = { llink: [], rlink: [], length: [], ulink: [], dlink: [], color: [] };
    const [word, ...numbers] = event ?? [];
    if (word === "hide" || word === "unhide") {
      const [option, item] = numbers;
      for (const p of nodesOf(state, option)) {
        if (color[p] >= 0 && top[p] !== item + 1) {
          places.dlink.push(ulink[p]);
          places.ulink.push(dlink[p]);
          places.length.push(top[p]);
        }
      }
    } else if (word === "cover" || word === "uncover") {
      const i = numbers[0] + 1;
      places.rlink.push(llink[i]);
      places.llink.push(rlink[i]);
    } else if (word === "purify" || word === "unpurify") {
      const [item, option] = numbers;
      const p = nodeOf(state, option, item);
      const sought = word === "purify" ? -1 : color[p];
      places.color.push(...[...column(state, item + 1)].filter((q) => q !== p && color[q] === sought));
    }
    return places;
  }

  function pushOrPop(stack, push, number) {
    if (push) {
      stack.push(number);
    } else {
      stack.pop();
    }
  }

  function forward(state, [word, ...numbers]) {
    changes[word]?.(state, 1, ...numbers);
  }

  function backward(state, [word, ...numbers]) {
    changes[word]?.(state, -1, ...numbers);
  }

  // In words

  /* "(0, 3)" is how Python writes a pair; "0,3" is enough here. */
  const labelOf = (told, option) => told.options[option][0].replace(/^\((.*)\)$/, "$1").replaceAll(", ", ",");

  function nameOf(told, option) {
    const label = labelOf(told, option);
    const [, entries] = told.options[option];
    const what = entries.map(([item, c]) => told.items[item] + (c ? `:${told.colors[c - 1]}` : "")).join(" ");
    return entries.length > 6 || what === label ? `option ${label}` : `option ${label} (${what})`;
  }

  /* The items in whose lists an option is when it is in all of them, but for one. */
  function otherLists(told, state, option, item) {
    const left = nodesOf(state, option)
      .filter((p) => state.top[p] !== item + 1 && state.color[p] >= 0)
      .map((p) => told.items[state.top[p] - 1]);
    return left.length ? `the list${left.length === 1 ? "" : "s"} of ${list(left)}` : "no other list";
  }

  const sentences = {
    enter(told, state, level) {
      const left = remaining(state);
      const chosen = counted(level, "option");
      return `Level ${level}: ${chosen} chosen, ${counted(left, "item")} left to cover.`;
    },
    solution(told, state, number) {
      const chosen = [...told.given, ...state.options].map((k) => labelOf(told, k));
      const what = chosen.length === 1 ? `option ${chosen[0]}` : `options ${list(chosen)}`;
      return chosen.length
        ? `Solution ${number}: no item is left to cover. It is ${what}.`
        : `Solution ${number}: there is nothing to cover.`;
    },
    choose(told, state, item, length) {
      return length === 0
        ? `${told.items[item]} is chosen to be covered next: no option is left for it.`
        : `${told.items[item]} is chosen to be covered next: ${counted(length, "option")} left, and no item has fewer.`;
    },
    hide(told, state, option, item) {
      return `Hide ${nameOf(told, option)}: it leaves ${otherLists(told, state, option, item)}.`;
    },
    cover(told, state, item) {
      return item < told.primary
        ? `${told.items[item]} is covered: it leaves the items to cover.`
        : `${told.items[item]} is covered: no option that has it can be chosen now.`;
    },
    "dead end"(told, state, item) {
      return `Dead end: nothing can cover ${told.items[item]}.`;
    },
    try(told, state, option, place) {
      const item = state.items.at(-1);
      const all = state.length[item + 1];
      return `Try ${nameOf(told, option)} for ${told.items[item]}, ${place} of ${all}. Its other items are settled next.`;
    },
    purify(told, state, item, option) {
      const entry = told.options[option][1].find(([other]) => other === item);
      return `${told.items[item]} gets the color ${told.colors[entry[1] - 1]}: options that want it otherwise are hidden.`;
    },
    "take back"(told, state, option) {
      return `Take back ${nameOf(told, option)}. What it covered is uncovered, last one first.`;
    },
    unpurify(told, state, item) {
      return `${told.items[item]} has no color any more.`;
    },
    uncover(told, state, item) {
      return item < told.primary
        ? `${told.items[item]} is uncovered: it returns to the items to cover.`
        : `${told.items[item]} is uncovered: the options that have it come back next.`;
    },
    unhide(told, state, option, item) {
      return `Unhide ${nameOf(told, option)}: it returns to ${otherLists(told, state, option, item)}.`;
    },
    backtrack(told, state, item) {
      return `All options for ${told.items[item]} have been tried: level ${state.options.length} is left.`;
    },
    end(told, state, done) {
      const found = `${counted(state.solutions, "solution")} in ${counted(state.nodes, "node")}`;
      return done ? `The whole tree has been searched: ${found}.` : `Here the trace ends, at its limit: ${found}.`;
    },
  };

  function remaining(state) {
    let count = 0;
    for (let i = state.rlink[0]; i !== 0; i = state.rlink[i]) {
      count += 1;
    }
    return count;
  }

  function say(state, event, told) {
    if (!event) {
      const contents = `${counted(told.items.length, "item")} and ${counted(told.options.length, "option")}`;
      const shared = told.items.length > told.primary ? ", and each secondary one in at most one, or in one color" : "";
      return `Choose options so that each item is in exactly one${shared}: ${contents}. Nothing has happened yet.`;
    }
    const [word, ...numbers] = event;
    return sentences[word](told, state, ...numbers);
  }

  function counters(state) {
    return [
      ["level", state.options.length],
      ["nodes", state.nodes],
      ["updates", state.updates],
      ["solutions", state.solutions],
    ];
  }

  function line(state, [word, ...numbers], told) {
    const { at, own } = told.listing;
    const item = word === "hide" || word === "unhide" ? numbers[1] : numbers[0];
    const isOwn = word in own && item === state.items.at(-1);
    return isOwn ? own[word] : at[word];
  }

  // The tree: a node each time a level is entered.

  function tree(told) {
    const nodes = [];
    const path = [];
    let branch = "";
    told.events.forEach(([code, ...numbers], k) => {
      const word = told.words[code];
      const current = nodes[path.at(-1)];
      if (word === "enter") {
        nodes.push({ parent: path.at(-1) ?? -1, place: k + 1, left: Infinity, text: "", branch, outcome: "" });
        path.push(nodes.length - 1);
      } else if (word === "choose") {
        const item = told.items[numbers[0]];
        current.text = `${short(item, 9)} ${numbers[1]}`;
        current.title = `${item} ${numbers[1]}`;
      } else if (word === "try") {
        branch = labelOf(told, numbers[0]);
      } else if (word === "solution" || word === "dead end") {
        current.outcome = word;
        current.known = k + 1;
      } else if (word === "take back") {
        current.left = k + 1;
        path.pop();
      }
    });
    return nodes;
  }

  globalThis.dlxPlayer.links = { nodesOf, nameOf, labelOf, changed };

  addKind({
    name: "exact cover",
    start,
    forward,
    backward,
    say,
    counters,
    line,
    tree,
    stops: {
      label: "Choices only",
      words: ["enter", "solution", "dead end", "try", "take back", "end"],
    },
  });
})();
