/* The view of the lists: the matrix of items and options, drawn from the arrays of the state.

Two layouts: the lists, with an arrow for each link; and the matrix, smaller and without arrows. What
is out of its list is dashed, what is covered or hidden is hatched, what is chosen is filled and has a
mark. Below, on demand, the numbers of the arrays. */

"use strict";

(() => {
  const { addView, make, setText, setAttribute, keepInSight, counted, short, links } = globalThis.dlxPlayer;
  const SMALL = 170; // as many items times options have room for arrows
  const MOST = 8000; // entries that can be drawn and stay quick
  const ROOT = 30; // height of the root, whatever that of the headers
  let views = 0;

  /* Sizes of the parts: from column to column, from row to row, of a node, of a header. */
  const LAYOUTS = {
    lists: { pitch: 46, row: 38, node: [28, 20], header: [32, 34], font: 11, arrows: true },
    matrix: { pitch: 30, row: 22, node: [20, 14], header: [28, 30], font: 10, arrows: false },
    small: { pitch: 16, row: 10, node: [11, 7], header: [15, 24], font: 8, arrows: false },
  };

  /* Tell whether a part of the picture has to be drawn anew: whether its key is another than before. */
  function differs(part, key) {
    if (part.dlxKey === key) {
      return false;
    }
    part.dlxKey = key;
    return true;
  }

  class LinksView {
    constructor(told, player) {
      this.told = told;
      this.player = player;
      this.id = `dlx-links-${(views += 1)}`;
      const cells = told.items.length * told.options.length;
      this.isSmall = cells <= SMALL;
      this.scroller = make("div", { class: "dlx-scroll", scroll: () => this._stick() });
      this.element = make("div", { class: "dlx-links" }, this._buildTools(), this.scroller, this._buildLegend());
      this.arrays = new Arrays(told, player);
      this.element.append(this.arrays.element);
      this._layOut(this.isSmall ? "lists" : "matrix");
    }

    _buildTools() {
      const names = { lists: "Lists", matrix: "Matrix" };
      this.choices = Object.entries(names).map(([name, text]) =>
        make(
          "button",
          {
            type: "button",
            class: "dlx-chip",
            click: () => {
              this._layOut(name);
              this.show(this.player.state, this.player.event, this.player);
            },
          },
          text
        )
      );
      return make("div", { class: "dlx-tools", role: "group", "aria-label": "Layout" }, ...this.choices);
    }

    _buildLegend() {
      const part = (kind, text) => make("span", { class: `dlx-key dlx-key-${kind}` }, text);
      const parts = [part("chosen", "chosen"), part("hidden", "hidden or covered"), part("out", "out of its list"), part("just", "changed just now")];
      return make("p", { class: "dlx-legend" }, ...parts);
    }

    // Drawing it once for a layout

    _layOut(name) {
      const { told } = this;
      this.layout = LAYOUTS[name === "matrix" && !this.isSmall ? "small" : name];
      this.choices.forEach((choice, k) => {
        choice.setAttribute("aria-pressed", String(["lists", "matrix"][k] === name));
      });
      const { pitch, row, header, font, arrows } = this.layout;
      const state = this.player.kind.start(told);
      const longest = Math.max(0, ...told.items.map((item) => item.length));
      this.upright = longest * font * 0.62 > header[0] - 2;
      const nameHeight = this.upright ? Math.min(longest, 14) * (arrows ? 13 : font) * 0.72 : 0; // the style sheet's 13
      this.labels = told.options.map((_, option) => short(links.labelOf(told, option), 12));
      const labelWidth = Math.max(arrows ? 34 : 14, ...this.labels.map((label) => `✓ ${label}`.length * font * 0.62 + 10));
      this.left = Math.max(labelWidth, arrows ? 44 : 0);
      this.headerHeight = header[1] + nameHeight;
      this.headerY = (arrows ? 52 : 4) + this.headerHeight / 2;
      this.firstY = this.headerY + this.headerHeight / 2 + (arrows ? 20 : 4) + row / 2;
      this.width = this.x(told.items.length) + pitch / 2 + 14;
      this.height = this.firstY + row * (told.options.length - 0.5) + 8;

      this.nodes = []; // by their places
      this.columns = told.items.map((_, item) => [item + 1]);
      told.options.forEach(([, entries], option) => {
        for (const p of links.nodesOf(state, option)) {
          // The option's own color: in the lists a given option has settled it already.
          const color = entries[p - state.first[option]][1];
          this.nodes[p] = { p, option, i: state.top[p], color, x: this.x(state.top[p]), y: this.y(option) };
          this.nodes[p].index = this.columns[state.top[p] - 1].push(p) - 1;
        }
      });
      this.nodeList = this.nodes.filter(Boolean);
      this.svg = make("svg:svg", {
        class: `dlx-matrix dlx-${name}`,
        viewBox: `0 0 ${this.width} ${this.height}`,
        style: `min-width: ${Math.round(this.width * (arrows ? 0.76 : 0.86))}px; max-width: ${Math.round(this.width * (arrows ? 1.15 : 1.3))}px; --dlx-font: ${font}px`,
      });
      this.svg.append(this._defs(), this._bands(), this._dots(), this._arrowLayer(state));
      const grid = this._grid();
      this.svg.append(make("svg:g", { "aria-hidden": "true" }, ...this.colorParts.filter(Boolean)), grid);
      this.scroller.replaceChildren(this.svg);
      this.shown = { arrows: new Map() };
      this._stick();
    }

    x(i) {
      return this.left + this.layout.pitch * (i - 0.5) + (i > this.told.primary ? this.layout.pitch * 0.3 : 0);
    }

    y(option) {
      return this.firstY + this.layout.row * option;
    }

    _defs() {
      const hatch = (name, d) =>
        make(
          "svg:pattern",
          { id: `${this.id}-${name}`, width: 6, height: 6, patternUnits: "userSpaceOnUse", class: "dlx-hatch" },
          make("svg:path", { d })
        );
      const head = (name) =>
        make(
          "svg:marker",
          { id: `${this.id}-head${name}`, viewBox: "0 0 6 6", refX: 5.4, refY: 3, markerWidth: 6, markerHeight: 6, markerUnits: "userSpaceOnUse", orient: "auto-start-reverse", class: `dlx-arrowhead${name}` },
          make("svg:path", { d: "M0 .3 6 3 0 5.7z" })
        );
      return make(
        "svg:defs",
        {},
        hatch("hidden", "M-1 7 7-1M-1 1 1-1M5 7 7 5"),
        hatch("covered", "M-1-1 7 7M-1 5 1 7M5-1 7 1"),
        head(""),
        head("-new"),
        head("-out")
      );
    }

    _bands() {
      const { pitch, row } = this.layout;
      const { told } = this;
      const bottom = this.height - 4;
      const top = this.firstY - row / 2;
      this.itemBands = told.items.map((_, item) =>
        make("svg:rect", { class: "dlx-band", x: this.x(item + 1) - pitch / 2, y: top, width: pitch, height: bottom - top, fill: `url(#${this.id}-covered)` })
      );
      const box = { x: 2, width: this.width - 4, height: row };
      this.optionBands = told.options.map((_, option) =>
        make("svg:rect", { class: "dlx-row", y: this.y(option) - row / 2, ...box })
      );
      this.optionHatches = told.options.map((_, option) =>
        make("svg:rect", { class: "dlx-band", y: this.y(option) - row / 2, ...box, fill: `url(#${this.id}-hidden)` })
      );
      return make("svg:g", { "aria-hidden": "true" }, ...this.optionBands, ...this.optionHatches, ...this.itemBands);
    }

    /* In the matrix, a dot where an option has not the item: a pattern, as a thousand dots are slow. */
    _dots() {
      const layer = make("svg:g", { "aria-hidden": "true" });
      const { told } = this;
      const { pitch, row, arrows } = this.layout;
      const kinds = [
        ["primary", 1, told.primary],
        ["secondary", told.primary + 1, told.items.length],
      ];
      for (const [name, first, last] of arrows ? [] : kinds) {
        const [x, y] = [this.x(first) - pitch / 2, this.firstY - row / 2];
        const id = `${this.id}-dots-${name}`;
        const dot = make("svg:circle", { class: "dlx-dot", cx: pitch / 2, cy: row / 2, r: 1 });
        layer.append(
          make("svg:pattern", { id, x, y, width: pitch, height: row, patternUnits: "userSpaceOnUse" }, dot),
          make("svg:rect", { x, y, width: pitch * (last - first + 1), height: row * told.options.length, fill: `url(#${id})` })
        );
      }
      return layer;
    }

    _arrowLayer(state) {
      const layer = make("svg:g", { "aria-hidden": "true" });
      if (this.layout.arrows) {
        const arrow = () => layer.appendChild(make("svg:path", { class: "dlx-arrow" }));
        this.across = state.llink.slice(0, this.told.primary + 1).map(arrow);
        this.acrossBack = this.across.map(arrow);
        this.down = [];
        this.up = [];
        for (const column of this.columns) {
          for (const p of column) {
            this.down[p] = arrow();
            this.up[p] = arrow();
          }
        }
      }
      return layer;
    }

    _grid() {
      const { told } = this;
      const { header, node, arrows, font, row } = this.layout;
      const grid = make("svg:g", {
        role: "grid",
        "aria-label": "Items across, options down",
        "aria-rowcount": told.options.length + 1,
        "aria-colcount": told.items.length + 1,
        keydown: (key) => this._move(key),
        focusin: ({ target }) => this._rove(target),
      });
      this.cells = [];
      this.nodeParts = [];
      this.colorParts = []; // beside the arrows, above the nodes
      this.optionParts = told.options.map(([, entries], option) => {
        const y = this.y(option);
        const label = make(
          "svg:g",
          { role: "rowheader", class: "dlx-option", tabindex: -1, "aria-colindex": 1, "data-row": option + 1, "data-column": 0 },
          make("svg:rect", { class: "dlx-label-paper", x: 2, y: y - row / 2 + 0.5, width: this.left - 4, height: row - 1, rx: 3 }),
          make("svg:text", { x: this.left / 2, y, class: "dlx-label" }, this.labels[option]),
          make("svg:title", {}, links.nameOf(told, option))
        );
        const line = make("svg:g", { role: "row", "aria-rowindex": option + 2 });
        for (const { p, i, color, x } of this.nodeList.filter((held) => held.option === option)) {
          const part = make("svg:g", { role: "gridcell", tabindex: -1, "aria-colindex": i + 1, "data-row": option + 1, "data-column": i });
          part.append(make("svg:rect", { x: x - node[0] / 2, y: y - node[1] / 2, width: node[0], height: node[1], rx: arrows ? 3 : 2 }));
          const name = color ? told.colors[color - 1] : "";
          if (arrows) {
            part.append(make("svg:text", { x, y }, String(p)));
            if (color) {
              this.colorParts[p] = make("svg:text", { class: "dlx-color", x: x + 7, y: y - node[1] / 2 - 6 }, short(name, 6));
            }
          } else if (color && row > 20) {
            part.append(make("svg:text", { x, y }, short(name, 3)));
          }
          this.nodeParts[p] = part;
          line.append(part);
          this.cells.push(part);
        }
        line.prepend(label); // drawn first, read first
        this.cells.push(label);
        grid.append(line);
        return { label, line };
      });
      const top = make("svg:g", { role: "row", "aria-rowindex": 1 });
      if (!arrows) {
        top.append(make("svg:rect", { class: "dlx-head-paper", x: 0, y: 0, width: this.width, height: this.headerY + this.headerHeight / 2 + 3 }));
      }
      const corner = make("svg:g", { role: "columnheader", class: "dlx-corner", "aria-colindex": 1, "aria-label": "option" });
      if (arrows) {
        corner.append(
          make("svg:rect", { class: "dlx-header", x: this.left - 40, y: this.headerY - ROOT / 2, width: 32, height: ROOT, rx: ROOT / 2 }),
          make("svg:text", { class: "dlx-small", x: this.left - 24, y: this.headerY }, "root")
        );
      }
      top.append(corner);
      this.itemParts = told.items.map((item, k) => {
        const x = this.x(k + 1);
        const y0 = this.headerY - this.headerHeight / 2;
        const secondary = k >= told.primary;
        const middle = this.upright ? y0 + (this.headerHeight - header[1] / 2) / 2 : this.headerY - header[1] * 0.16;
        const length = make("svg:text", { class: "dlx-small", x, y: y0 + this.headerHeight - header[1] * 0.25 });
        const part = make(
          "svg:g",
          { role: "columnheader", class: "dlx-item", tabindex: -1, "aria-colindex": k + 2, "data-row": 0, "data-column": k + 1 },
          make("svg:rect", { class: "dlx-header", x: x - header[0] / 2, y: y0, width: header[0], height: this.headerHeight, rx: secondary ? header[0] / 2.2 : 3 }),
          make(
            "svg:text",
            { class: "dlx-item-name", x, y: middle, transform: this.upright ? `rotate(-90 ${x} ${middle})` : null },
            short(item, this.upright ? 14 : 8)
          ),
          length,
          make("svg:title", {}, item)
        );
        top.append(part);
        this.cells.push(part);
        return { part, length };
      });
      this.top = top;
      grid.append(top);
      (this.itemParts[0]?.part ?? this.cells[0])?.setAttribute("tabindex", 0);
      this.grid = grid;
      return grid;
    }

    /* Names stay in sight while the matrix is scrolled. */
    _stick() {
      if (!this.svg?.isConnected) {
        return;
      }
      const scale = this.width / (this.svg.clientWidth || this.width);
      const { scrollLeft, scrollTop } = this.scroller;
      for (const { label } of this.optionParts) {
        setAttribute(label, "transform", scrollLeft ? `translate(${scrollLeft * scale} 0)` : null);
        label.classList.toggle("dlx-stuck", scrollLeft > 0);
      }
      if (!this.layout.arrows) {
        setAttribute(this.top, "transform", scrollTop ? `translate(0 ${scrollTop * scale})` : null);
      }
    }

    // Keys of the grid: arrows go from cell to cell that is there.

    _rove(target) {
      const cell = target.closest("[data-row]");
      this.grid.querySelector("[tabindex='0']")?.setAttribute("tabindex", -1);
      cell?.setAttribute("tabindex", 0);
    }

    _move(key) {
      const cell = key.target.closest("[data-row]");
      const steps = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0], Home: [0, -Infinity], End: [0, Infinity] };
      const step = steps[key.key];
      if (!cell || !step || key.shiftKey || key.ctrlKey || key.metaKey || key.altKey) {
        return;
      }
      key.preventDefault();
      const [down, right] = step;
      const row = Number(cell.dataset.row);
      const column = Number(cell.dataset.column);
      const ahead = this.cells
        .map((other) => ({ other, r: Number(other.dataset.row), c: Number(other.dataset.column) }))
        .filter(({ r, c }) => (down ? c === column && (r - row) * down > 0 : r === row && (c - column) * right > 0))
        .sort((a, b) => (down ? (a.r - b.r) * down : (a.c - b.c) * Math.sign(right)));
      const next = Math.abs(right) === Infinity ? ahead.at(-1) : ahead[0];
      next?.other.focus();
    }

    // Showing a state

    show(state, event, player) {
      const { told } = this;
      const changed = links.changed(state, event);
      const chosen = new Set([...told.given, ...state.options]);
      const just = new Set([...changed.color]);
      const [word, ...numbers] = event ?? [];
      if (word === "hide" || word === "unhide") {
        links.nodesOf(state, numbers[0]).forEach((p) => state.top[p] !== numbers[1] + 1 && just.add(p));
      }
      this._showItems(state, word, numbers, changed);
      this._showOptions(state, chosen, word, numbers);
      for (const { p, option, i, color } of this.nodeList) {
        this._showNode(state, this.nodeParts[p], p, { option, i, color, chosen: chosen.has(option), just: just.has(p) });
      }
      if (this.layout.arrows) {
        this._showArrows(state, changed);
      }
      this.arrays.show(state, changed);
      this._follow(word, numbers);
    }

    _showItems(state, word, numbers, changed) {
      const { told } = this;
      const about = { choose: 0, cover: 0, uncover: 0, "dead end": 0, backtrack: 0, purify: 0, unpurify: 0, hide: 1, unhide: 1 }[word];
      const of = numbers[about];
      this.itemParts.forEach(({ part, length }, item) => {
        const covered = state.covered[item] === 1;
        const own = state.items.includes(item);
        const purified = state.purified[item];
        const just = item === of || changed.length.includes(item + 1);
        if (!differs(part, `${covered} ${own} ${purified} ${just} ${state.length[item + 1]}`)) {
          return;
        }
        const entry = purified >= 0 ? told.options[purified][1].find(([other]) => other === item) : null;
        const color = entry ? told.colors[entry[1] - 1] : "";
        const classes = ["dlx-item", covered && "dlx-out", own && "dlx-own", just && "dlx-just", color && "dlx-colored"];
        setAttribute(part, "class", classes.filter(Boolean).join(" "));
        const below = color ? short(`=${color}`, 6) : String(state.length[item + 1]);
        setText(length, below);
        const tight = below.length > 4; // a little narrower than it would be, it fits
        setAttribute(length, "textLength", tight ? this.layout.header[0] - 4 : null);
        setAttribute(length, "lengthAdjust", tight ? "spacingAndGlyphs" : null);
        const how = covered ? "covered" : color ? `in color ${color}` : item < told.primary ? "to cover" : "secondary";
        setAttribute(part, "aria-label", `Item ${told.items[item]}, ${how}, ${counted(state.length[item + 1], "option")} in its list`);
        setAttribute(this.itemBands[item], "class", covered ? "dlx-band dlx-on" : "dlx-band");
      });
    }

    _showOptions(state, chosen, word, numbers) {
      const { told } = this;
      const of = { hide: numbers[0], unhide: numbers[0], try: numbers[0], "take back": numbers[0], purify: numbers[1] }[word];
      this.optionParts.forEach(({ label }, option) => {
        const isChosen = chosen.has(option);
        const absent = state.first[option] === 0;
        const hidden = !isChosen && (absent || state.hidden[option] >= 0);
        if (!differs(label, `${isChosen} ${hidden} ${option === of}`)) {
          return;
        }
        const kind = isChosen ? " dlx-chosen" : "";
        setAttribute(this.optionBands[option], "class", `dlx-row${kind}${option === of ? " dlx-just" : ""}`);
        setAttribute(this.optionHatches[option], "class", hidden ? "dlx-band dlx-on" : "dlx-band");
        const stuck = label.classList.contains("dlx-stuck") ? " dlx-stuck" : "";
        setAttribute(label, "class", `dlx-option${kind}${hidden ? " dlx-out" : ""}${stuck}`);
        const how = isChosen ? "chosen" : absent ? "never in the lists" : hidden ? "hidden" : "can be chosen";
        setAttribute(label, "aria-label", `${links.nameOf(told, option)}: ${how}`);
        setText(label.querySelector("text"), isChosen ? `✓ ${this.labels[option]}` : this.labels[option]);
      });
    }

    _showNode(state, part, p, { option, i, color, chosen, just }) {
      const { told } = this;
      const inList = state.dlink[state.ulink[p]] === p;
      const kept = inList && state.covered[i - 1] === 1;
      const marked = color > 0 && state.color[p] < 0;
      if (!differs(part, inList + 2 * kept + 4 * marked + 8 * chosen + 16 * just)) {
        return;
      }
      const classes = ["dlx-node", !inList && "dlx-out", kept && "dlx-kept", chosen && "dlx-chosen", just && "dlx-just", marked && "dlx-marked"];
      setAttribute(part, "class", classes.filter(Boolean).join(" "));
      const how = `${inList ? "in its list" : "out of its list"}${color ? `, color ${told.colors[color - 1]}` : ""}${marked ? ", settled" : ""}`;
      setAttribute(part, "aria-label", `${told.items[i - 1]} of option ${links.labelOf(told, option)}, node ${p}: ${how}`);
      if (this.colorParts[p]) {
        setText(this.colorParts[p], marked ? "−1" : short(told.colors[color - 1], 6));
        setAttribute(this.colorParts[p], "class", just ? "dlx-color dlx-just" : "dlx-color");
      }
    }

    // Arrows

    _draw(arrow, kind, d, both) {
      const key = `${kind} ${d}`;
      if (this.shown.arrows.get(arrow) === key) {
        return;
      }
      this.shown.arrows.set(arrow, key);
      setAttribute(arrow, "class", `dlx-arrow${kind}`);
      setAttribute(arrow, "d", d || "M0 0");
      const head = `url(#${this.id}-head${kind.replace(" dlx-arrow", "").replace("-kept", "")})`;
      setAttribute(arrow, "marker-end", d ? head : null);
      setAttribute(arrow, "marker-start", d && both ? head : null);
    }

    _showArrows(state, changed) {
      const { told } = this;
      for (let i = 0; i <= told.primary; i++) {
        const out = i > 0 && state.covered[i - 1] === 1;
        if (out) {
          this._draw(this.across[i], " dlx-arrow-out", this._acrossPath(i, state.rlink[i], true), false);
          this._draw(this.acrossBack[i], " dlx-arrow-out", this._acrossPath(i, state.llink[i], true), false);
        } else {
          const fresh = changed.rlink.includes(i) ? " dlx-arrow-new" : "";
          const next = state.rlink[i];
          this._draw(this.across[i], fresh, next === i ? "" : this._acrossPath(i, next, false), true);
          this._draw(this.acrossBack[i], "", "", false);
        }
      }
      this.columns.forEach((column, item) => {
        const kept = state.covered[item] === 1 ? " dlx-arrow-kept" : "";
        for (const p of column) {
          const next = state.dlink[p];
          if (p <= told.items.length || state.dlink[state.ulink[p]] === p) {
            const fresh = changed.dlink.includes(p) ? " dlx-arrow-new" : kept;
            this._draw(this.down[p], fresh, next === item + 1 ? "" : this._downPath(item, p, next), true);
            this._draw(this.up[p], "", "", false);
          } else {
            this._draw(this.down[p], " dlx-arrow-out", next === item + 1 ? "" : this._danglingPath(p, next, 1), false);
            this._draw(this.up[p], " dlx-arrow-out", this._danglingPath(p, state.ulink[p], -1), false);
          }
        }
      });
    }

    _xOf(i) {
      return i === 0 ? this.left - 24 : this.x(i);
    }

    _acrossPath(l, r, out) {
      const half = this.layout.header[0] / 2 + 1;
      const [x1, x2, y] = [this._xOf(l), this._xOf(r), this.headerY];
      if (Math.abs(r - l) === 1) {
        const side = Math.sign(r - l);
        const shift = out ? 5 * side : 0;
        return `M${x1 + side * half} ${y + shift}L${x2 - side * half} ${y + shift}`;
      }
      if (out) {
        return "";
      }
      // Over what lies between; back from the last item to the root, over everything.
      const top = y - this.headerHeight / 2 - 1;
      const rise = r === 0 ? 58 : Math.min(52, 16 + 5 * (r - l));
      const [a, b] = r === 0 ? [x1 + 7, x2 - 7] : [x1 + 3, x2 - 3];
      // The root is not as high as the headers.
      const root = y - ROOT / 2 - 1;
      const [from, to] = [l === 0 ? `${root}V${top}` : top, r === 0 ? `${top}V${root}` : top];
      return `M${a} ${from}C${a} ${top - rise} ${b} ${top - rise} ${b} ${to}`;
    }

    _place(p) {
      if (p <= this.told.items.length) {
        return { y: this.headerY, half: this.headerHeight / 2 + 1, index: 0 };
      }
      return { y: this.nodes[p].y, half: this.layout.node[1] / 2 + 1, index: this.nodes[p].index };
    }

    _downPath(item, u, d) {
      const x = this.x(item + 1);
      const [above, below] = [this._place(u), this._place(d)];
      if (below.index === above.index + 1) {
        return `M${x} ${above.y + above.half}L${x} ${below.y - below.half}`;
      }
      // Around what has left the list.
      const side = x + this.layout.node[0] / 2 + 1;
      const y1 = above.y + (above.index === 0 ? above.half - 6 : 4);
      const from = above.index === 0 ? x + this.layout.header[0] / 2 + 1 : side;
      return `M${from} ${y1}C${side + 12} ${y1} ${side + 12} ${below.y - 1} ${side} ${below.y - 1}`;
    }

    _danglingPath(p, q, direction) {
      const x = this.nodes[p].x + 4 * direction;
      const [from, to] = [this._place(p), this._place(q)];
      return `M${x} ${from.y + direction * from.half}L${x} ${to.y - direction * to.half}`;
    }

    /* Keep what happens in sight, where the matrix is larger than its box. */
    _follow(word, numbers) {
      const { scroller } = this;
      if (scroller.scrollWidth <= scroller.clientWidth + 1 && scroller.scrollHeight <= scroller.clientHeight + 1) {
        return;
      }
      if (word === "try" || word === "hide" || word === "unhide") {
        const part = this.optionParts[numbers[0]]?.line.querySelector("[role=gridcell]");
        if (part) {
          keepInSight(scroller, part);
        }
      } else if (word === "choose" && this.layout.arrows) {
        keepInSight(scroller, this.itemParts[numbers[0]].part);
      }
    }
  }

  // The numbers

  class Arrays {
    constructor(told, player) {
      this.told = told;
      this.body = make("div", { class: "dlx-tables" });
      this.element = make(
        "details",
        {
          class: "dlx-arrays",
          toggle: () => this.element.open && this.show(player.state, links.changed(player.state, player.event)),
        },
        make("summary", {}, "The numbers of the arrays"),
        this.body
      );
    }

    _build(state) {
      const { told } = this;
      const items = state.llink.map((_, i) => i);
      const nodes = state.top.map((_, p) => p).slice(1);
      const isSpacer = (p) => state.top[p] <= 0;
      const isHeader = (p) => p <= told.items.length;
      this.rows = [];
      const table = (label, places, names, arrays) => {
        const row = (name, cells, tag) => make("tr", {}, make("th", { scope: "row" }, name), ...cells.map((cell) => (cell instanceof Element ? cell : make(tag, tag === "th" ? { scope: "col" } : {}, cell))));
        const body = make("tbody");
        for (const [name, unused] of arrays) {
          const cells = places.map((p) => make("td", {}, unused(p) ? "·" : ""));
          this.rows.push({ name, cells, places, unused, marked: new Set() });
          body.append(row(name === "length" ? "len" : name, cells, "td"));
        }
        const head = make("thead", {}, ...names.map(([name, texts]) => row(name, texts, "th")));
        return make("div", { class: "dlx-scroll", tabindex: 0, role: "group", "aria-label": label }, make("table", {}, head, body));
      };
      const none = () => false;
      this.body.append(
        table("Arrays of the items", items, [["item", items.map((i) => (i ? told.items[i - 1] : "root"))], ["i", items.map(String)]], [
          ["llink", none],
          ["rlink", none],
          ["length", (i) => i === 0],
        ]),
        table("Arrays of headers and nodes", nodes, [["p", nodes.map(String)]], [
          ["top", isHeader],
          ["ulink", (p) => p === told.items.length + 1],
          ["dlink", (p) => p === state.top.length - 1],
          ["color", (p) => isHeader(p) || isSpacer(p)],
        ])
      );
    }

    show(state, changed) {
      if (!this.element.open) {
        return;
      }
      if (!this.rows) {
        this._build(state);
      }
      for (const row of this.rows) {
        const array = state[row.name];
        row.places.forEach((p, k) => {
          if (!row.unused(p)) {
            setText(row.cells[k], String(array[p]));
          }
        });
        const marked = new Set((changed[row.name] ?? []).map((p) => row.cells[p - row.places[0]]));
        row.marked.forEach((cell) => marked.has(cell) || cell.removeAttribute("class"));
        marked.forEach((cell) => cell?.setAttribute("class", "dlx-changed"));
        row.marked = marked;
      }
    }
  }

  addView({
    name: "links",
    title: "The lists",
    wide: true,
    wants: (told) =>
      told.kind === "exact cover" && told.options.reduce((sum, [, entries]) => sum + entries.length, 0) <= MOST,
    create: (told, player) => new LinksView(told, player),
  });
})();
