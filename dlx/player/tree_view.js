/* The view of the search tree as it grows.

All its nodes are known from the events, so each has its place from the start; a move shows those that
have been entered. The way from the root to the current node is thick; a solution is a diamond or has
a double frame, a dead end is a cross or has a dashed frame. */

"use strict";

(() => {
  const { addView, make, setAttribute, keepInSight, short } = globalThis.dlxPlayer;
  const ROOMY = 30; // as many leaves have room for text
  const MOST = 20000;
  const LETTERS = 12; // of a text; a mark and a blank may come before it
  const DOWN = 0.6; // so far down its line stands the text of a branch: lower down there is more room
  const [THERE, SOLUTION, DEAD, PATH, CURRENT] = [1, 2, 4, 8, 16];
  const CLASSES = ["dlx-there", "dlx-solution", "dlx-dead", "dlx-path", "dlx-current"];

  const labelWidth = (branch) => 6.4 * Math.min(LETTERS, branch.length) + 6;
  const classesOf = (code) => ["dlx-twig", ...CLASSES.filter((_, bit) => code & (1 << bit))].join(" ");

  /* Each kind's tree is made once for each `told`. */
  const trees = new WeakMap();

  function treeOf(told, kind) {
    if (!trees.has(told)) {
      trees.set(told, kind.tree(told));
    }
    return trees.get(told);
  }

  class TreeView {
    constructor(told, player) {
      this.player = player;
      this.nodes = treeOf(told, player.kind);
      this.codes = this.nodes.map(() => 0);
      this.svg = make("svg:svg", { class: "dlx-tree", role: "img" });
      this.scroller = make("div", { class: "dlx-scroll", tabindex: 0, role: "group", "aria-label": "The search tree" }, this.svg);
      this.element = make("div", { class: "dlx-tree-box" });
      this._layOut();
      if (!this.roomy) {
        const fit = make(
          "button",
          {
            type: "button",
            class: "dlx-chip",
            "aria-pressed": "false",
            click: () => {
              const whole = this.svg.classList.toggle("dlx-whole");
              fit.setAttribute("aria-pressed", String(whole));
              this._follow();
            },
          },
          "Whole tree"
        );
        this.element.append(make("div", { class: "dlx-tools" }, fit));
      }
      this.element.append(this.scroller, this._buildLegend());
    }

    _buildLegend() {
      const sign = (kind, text) =>
        make(
          "span",
          { class: "dlx-key" },
          make("svg:svg", { viewBox: "-7 -7 14 14", class: "dlx-tree dlx-sign", "aria-hidden": "true" }, make("svg:g", { class: `dlx-twig dlx-there ${kind}` }, this._dot(0, 0, kind === "dlx-solution" ? "solution" : kind === "dlx-dead" ? "dead end" : ""))),
          text
        );
      return make("p", { class: "dlx-legend" }, sign("dlx-path", "the current path"), sign("dlx-solution", "solution"), sign("dlx-dead", "dead end"));
    }

    _layOut() {
      const { nodes } = this;
      const level = [];
      const first = [];
      nodes.forEach(({ parent }, k) => {
        level[k] = parent < 0 ? 0 : level[parent] + 1;
        first[k] = true;
        if (parent >= 0) {
          first[parent] = false;
        }
      });
      const leaves = first.filter(Boolean).length;
      this.roomy = leaves <= ROOMY;
      const longest = Math.max(4, ...nodes.map(({ text, outcome }) => Math.min(LETTERS, text.length) + (outcome ? 2 : 0)));
      const box = longest * 7.6 + 16;
      const label = Math.max(...nodes.map(({ branch }) => labelWidth(branch)));
      const [width, rise, margin] = this.roomy ? [Math.max(60, box + 12, (label + 4) / DOWN), 66, 18] : [13, nodes.length > 60 && Math.max(...level) > 20 ? 20 : 34, 12];
      // Leaves stand side by side in their order; a node stands over the middle of its children.
      let next = 0;
      const ends = nodes.map(() => [Infinity, -Infinity]);
      this.x = [];
      this.y = level.map((depth) => margin + rise * depth);
      // Nodes come in preorder, so leaves in their order from left to right.
      nodes.forEach((_, k) => {
        if (first[k]) {
          this.x[k] = width * (next + 0.5) + 4;
          next += 1;
        }
      });
      for (let k = nodes.length - 1; k >= 0; k--) {
        if (!first[k]) {
          this.x[k] = (ends[k][0] + ends[k][1]) / 2;
        }
        const { parent } = nodes[k];
        if (parent >= 0) {
          ends[parent] = [Math.min(ends[parent][0], this.x[k]), Math.max(ends[parent][1], this.x[k])];
        }
      }
      const whole = width * Math.max(1, leaves) + 8;
      const height = margin * 2 + rise * Math.max(0, ...level);
      this.box = box;
      setAttribute(this.svg, "viewBox", `0 0 ${whole} ${height}`);
      this.svg.style.setProperty("width", `${whole}px`);
      this.svg.style.setProperty("height", `${height}px`);
      this.groups = nodes.map((node, k) => this._twig(node, k));
      this.svg.append(...this.groups);
    }

    _twig(node, k) {
      const [x, y] = [this.x[k], this.y[k]];
      const group = make("svg:g", { class: "dlx-twig", click: () => this.player.jump(node.place) });
      if (node.parent >= 0) {
        const [px, py] = [this.x[node.parent], this.y[node.parent]];
        const gap = this.roomy ? 12 : 4;
        group.append(make("svg:path", { class: "dlx-branch", d: `M${px} ${py + gap}L${x} ${y - gap}` }));
        if (this.roomy) {
          const [mx, my] = [px + (x - px) * DOWN, py + (y - py) * DOWN];
          const width = labelWidth(node.branch);
          group.append(
            make(
              "svg:g",
              {},
              make("svg:rect", { class: "dlx-branch-paper", x: mx - width / 2, y: my - 7.5, width, height: 15 }),
              make("svg:text", { class: "dlx-branch-text", x: mx, y: my }, short(node.branch, LETTERS)),
              make("svg:title", {}, node.branch)
            )
          );
        }
      }
      group.append(this.roomy ? this._labeled(x, y, node) : this._dot(x, y, node.outcome));
      return group;
    }

    /* A node with a text: with two frames a solution, with a dashed one a dead end. */
    _labeled(x, y, node) {
      const width = this.box;
      const frame = (grow, classes) => make("svg:rect", { class: classes, x: x - width / 2 - grow, y: y - 12 - grow, width: width + 2 * grow, height: 24 + 2 * grow, rx: 12 + grow });
      const signs = { solution: "✓", "dead end": "✗" };
      const shown = short(node.text, LETTERS);
      const text = make("svg:text", { x, y }, shown);
      if (node.outcome) {
        text.classList.add("dlx-before");
      }
      return make(
        "svg:g",
        {},
        node.outcome === "solution" ? frame(2.5, "dlx-outer") : null,
        frame(0, "dlx-spot"),
        text,
        node.outcome ? make("svg:text", { class: "dlx-after", x, y }, `${signs[node.outcome]} ${shown}`.trim()) : null,
        make("svg:title", {}, node.title ?? node.text)
      );
    }

    /* A node without: a disk, a diamond or a cross. */
    _dot(x, y, outcome) {
      const disk = make("svg:circle", { class: outcome ? "dlx-spot dlx-before" : "dlx-spot", cx: x, cy: y, r: 3.2 });
      const shapes = { solution: `M${x} ${y - 6}l5 6-5 6-5-6z`, "dead end": `M${x - 3} ${y - 3}l6 6m0-6l-6 6` };
      return make("svg:g", {}, disk, outcome ? make("svg:path", { class: "dlx-after dlx-mark", d: shapes[outcome] }) : null);
    }

    show(state, event, player) {
      const { nodes, codes, groups } = this;
      const { place } = player;
      let current = -1;
      let there = 0;
      for (let k = 0; k < nodes.length && nodes[k].place <= place; k++) {
        there += 1;
        if (nodes[k].left > place) {
          current = k; // the last one entered and not left
        }
      }
      const path = new Set();
      for (let k = current; k >= 0; k = nodes[k].parent) {
        path.add(k);
      }
      for (let k = 0; k < nodes.length; k++) {
        const node = nodes[k];
        let code = 0;
        if (k < there) {
          const outcome = node.outcome && node.known <= place ? (node.outcome === "solution" ? SOLUTION : DEAD) : 0;
          code = THERE + outcome + (path.has(k) ? PATH : 0) + (k === current ? CURRENT : 0);
        }
        if (codes[k] !== code) {
          codes[k] = code;
          groups[k].setAttribute("class", classesOf(code));
        }
      }
      this.current = current;
      const way = [...path].reverse().map((k) => nodes[k].branch).filter(Boolean);
      setAttribute(this.svg, "aria-label", `Search tree: ${there} of ${nodes.length} nodes so far. Current path: ${way.join(", ") || "the root"}.`);
      this._follow();
    }

    _follow() {
      const { scroller } = this;
      const fits = scroller.scrollWidth <= scroller.clientWidth + 1 && scroller.scrollHeight <= scroller.clientHeight + 1;
      if (!fits && this.current >= 0) {
        keepInSight(scroller, this.groups[this.current].lastElementChild);
      }
    }
  }

  addView({
    name: "tree",
    title: "The search tree",
    wants: (told, kind) => Boolean(kind.tree) && told.events.length > 0 && treeOf(told, kind).length > 1 && treeOf(told, kind).length <= MOST,
    create: (told, player) => new TreeView(told, player),
  });
})();
