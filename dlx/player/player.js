/* The web player's core: it plays a search that has been told as events, forwards and back.

It never searches. Python tells the search (see `dlx.trace` and `nqueens.trace`); what comes here is
one object, `told`:

  version, kind, title, words
  events     lists that begin with the place of their word in `words`; on loading the word itself
             takes its place, so that scripts see ["hide", 3, 0]
  listing    {title, lines, at, own}: the steps shown beside; `at` gives the line of each word.
             Optional: title; own (see links_state.js). Lines are shown as program text if one of them
             is indented

and what the kind adds. Everything else comes from two registries, which other scripts may fill, in
any order, before the page is loaded:

dlxPlayer.addKind({
  name,                           told.kind
  start(told) → state             the state before the first event: plain data, as JSON could hold it
  forward(state, event, told)     change the state by an event, in place
  backward(state, event, told)    undo the event that was gone over last
  say(state, event, told) → text  one sentence: what the event did, after it; the event is undefined
                                  before the first one
  counters(state, told) → [[name, number], …]    in the order in which they are shown
  line(state, event, told) → number or undefined, the line of the listing. Optional: told.listing.at
                                  says it, and a word that it does not have leaves the line as it was
  stops: {label, words}           optional: the words at which to halt when small steps are skipped
  tree(told) → nodes              optional, for the view of the tree: [{parent, place, left, text,
                                  title, branch, outcome, known}, …] in the order of `place`. A node is
                                  there from the place `place` on (see below), has been left from
                                  `left` on (Infinity: never), and its outcome, "solution", "dead end"
                                  or "", is known from `known` on; parent is the number of another
                                  node or -1; text stands in the node, branch at the line to it;
                                  optional: title, where the text is not all
});

dlxPlayer.addView({
  name, title,                    a short name for code, a title for people
  wide,                           optional: true to have the wider column
  wants(told, kind) → boolean     whether it can show this; kind is what addKind got
  create(told, player) → {element, show(state, event, player), wide}
                                  make the view once; `show` is called after each move, with the last
                                  event (undefined at the start), and must find by itself what has
                                  changed: a move may be one step or ten thousand. Optional: wide,
                                  where it depends on what is told
});

A view gets the player: player.told, .state, .place (how many events have been gone over), .length,
.events, .event (the last one), .playing; and may call player.jump(place), step(count), play(),
pause(), toSolution(1 or -1). The element of a page that is a player has it as element.dlxPlayer.

dlxPlayer.make(tag, attributes, …children) makes elements; "svg:rect" those of pictures. Attributes
whose value is a function are listeners; false, null and undefined leave an attribute out. For sentences
there are counted(1, "item") → "1 item", list(["a", "b", "c"]) → "a, b and c", and short(text, most).

Colors and spaces are the style sheet's: views use its custom properties (--dlx-ink, …; see
player.css). Patterns stand beside colors. */

"use strict";

globalThis.dlxPlayer = (() => {
  const SPEEDS = [1, 2, 4, 8, 15, 30, 60, 125, 250, 500, 1000, 2000];
  const kinds = new Map();
  const views = [];
  const players = [];
  let hovered = null; // the player that the pointer is in
  let latest = null; // the player that pointer or focus have gone to last

  function addKind(kind) {
    kinds.set(kind.name, kind);
  }

  function addView(view) {
    views.push(view);
  }

  // Elements

  function make(tag, attributes = {}, ...children) {
    const element = tag.startsWith("svg:")
      ? document.createElementNS("http://www.w3.org/2000/svg", tag.slice(4))
      : document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") {
        element.addEventListener(name, value);
      } else if (value !== false && value !== null && value !== undefined) {
        element.setAttribute(name, value === true ? "" : value);
      }
    }
    element.append(...children.filter((child) => child !== null && child !== undefined));
    return element;
  }

  /* Set what differs: the browser then has nothing to do for the rest. */
  function setText(element, text) {
    if (element.textContent !== text) {
      element.textContent = text;
    }
  }

  function setAttribute(element, name, value) {
    if (value === null || value === undefined) {
      element.removeAttribute(name);
    } else if (element.getAttribute(name) !== String(value)) {
      element.setAttribute(name, value);
    }
  }

  const ICONS = {
    start: "M6 5v14M19 5 9 12l10 7z",
    previous: "M12 5 3 12l9 7zM21 5l-9 7 9 7z",
    back: "M16 5 7 12l9 7z",
    play: "M7 4l13 8-13 8z",
    pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
    forward: "M8 5l9 7-9 7z",
    next: "M3 5l9 7-9 7zM12 5l9 7-9 7z",
    end: "M18 5v14M5 5l10 7-10 7z",
  };

  function icon(name) {
    return make(
      "svg:svg",
      { viewBox: "0 0 24 24", class: "dlx-icon", "aria-hidden": "true", focusable: "false" },
      make("svg:path", { d: ICONS[name] })
    );
  }

  // Words of sentences

  const counted = (count, thing) => `${count} ${thing}${count === 1 ? "" : "s"}`;
  const list = (words) => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`);
  const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

  // What is told, unpacked: base64 of deflated JSON.

  async function unpack(packed) {
    if (!globalThis.DecompressionStream) {
      throw new Error("this browser can't unpack it. Browsers of 2023 and later can");
    }
    const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }

  // The player

  class Player {
    constructor(host, told, wanted) {
      this.told = told;
      this.kind = kinds.get(told.kind);
      if (told.version !== 1 || !this.kind) {
        throw new Error(`this player can't play version ${told.version} of ${told.kind}`);
      }
      this.events = told.events.map(([code, ...numbers]) => [told.words[code], ...numbers]);
      this.length = this.events.length;
      this.state = this.kind.start(told);
      this.place = 0;
      this.playing = false;
      this.skipping = false;
      this.speed = 2;
      this.solutions = [];
      this.stops = [];
      this.events.forEach(([word], k) => {
        if (word === "solution") {
          this.solutions.push(k + 1);
        }
        if (this.kind.stops?.words.includes(word)) {
          this.stops.push(k + 1);
        }
      });
      this.announced = -Infinity;
      this._build(host, wanted);
      this._show();
      host.dlxPlayer = this;
      players.push(this);
    }

    /* The event that was gone over last; undefined at the start. */
    get event() {
      return this.events[this.place - 1];
    }

    // Moving

    /* Go over events until `place` of them have been gone over, and show what is there then. */
    jump(place) {
      this._walk(place);
      this._show();
    }

    step(count = 1) {
      this.jump(this._after(count));
    }

    toSolution(direction) {
      this.pause();
      this.jump(near(this.solutions, this.place, direction, this.length));
    }

    play() {
      if (this.playing || this.length === 0) {
        return;
      }
      if (this.place === this.length) {
        this._walk(0);
      }
      this.playing = true;
      let before = performance.now();
      let due = 0;
      const frame = (now) => {
        this.frame = requestAnimationFrame(frame);
        // After a pause of the browser's own, go on; don't catch up.
        due += (Math.min(now - before, 200) * SPEEDS[this.speed]) / 1000;
        before = now;
        if (due >= 1) {
          this._walk(this._after(Math.floor(due)));
          due %= 1;
          if (this.place === this.length) {
            this._stop();
          }
          this._show();
        }
      };
      this.frame = requestAnimationFrame(frame);
      this._show();
    }

    pause() {
      if (this.playing) {
        this._stop();
        this._show();
      }
    }

    /* Play no further; what then is there is still to be shown. */
    _stop() {
      this.playing = false;
      cancelAnimationFrame(this.frame);
    }

    setSpeed(speed) {
      this.speed = Math.max(0, Math.min(SPEEDS.length - 1, speed));
      this._show();
    }

    /* The place so many steps away, small ones or, if those are skipped, large ones. */
    _after(count) {
      if (!this.skipping) {
        return this.place + count;
      }
      let place = this.place;
      for (let k = 0; k < Math.abs(count); k++) {
        place = near(this.stops, place, Math.sign(count), this.length);
      }
      return place;
    }

    _walk(target) {
      const { kind, state, events, told } = this;
      const place = Math.max(0, Math.min(this.length, Math.round(target)));
      while (this.place < place) {
        kind.forward(state, events[this.place], told);
        this.place += 1;
      }
      while (this.place > place) {
        this.place -= 1;
        kind.backward(state, events[this.place], told);
      }
    }

    /* The line of the listing that the last event belongs to. */
    _line() {
      const { listing } = this.told;
      const last = this.event;
      if (!last) {
        return undefined;
      }
      if (this.kind.line) {
        return this.kind.line(this.state, last, this.told);
      }
      for (let k = this.place - 1; k >= 0; k--) {
        const line = listing.at[this.events[k][0]];
        if (line !== undefined) {
          return line;
        }
      }
      return undefined;
    }

    // Building

    _build(host, wanted) {
      const { told } = this;
      host.replaceChildren();
      host.classList.add("dlx-player");
      host.setAttribute("role", "group");
      host.setAttribute("aria-label", told.title ? `Player: ${told.title}` : "Player");
      host.addEventListener("pointerenter", () => (hovered = this));
      host.addEventListener("pointerleave", () => (hovered = hovered === this ? null : hovered));
      for (const comes of ["pointermove", "focusin"]) {
        host.addEventListener(comes, () => (latest = this));
      }
      this.host = host;
      this._buildBar();
      this._buildSlider();
      this.sentence = make("p", { class: "dlx-say" });
      this.live = make("p", { class: "dlx-unseen", "aria-live": "polite" });
      this._buildCounters();
      this._buildPanels(wanted);
      this._buildHelp();
      host.append(
        make("div", { class: "dlx-head" }, this.bar, this.sliderRow),
        this.sentence,
        this.live,
        this.counterList,
        this.chips,
        this.panelGrid,
        this.help
      );
    }

    _buildBar() {
      const button = (name, label, key, act) =>
        make(
          "button",
          { type: "button", class: `dlx-button dlx-${name}`, "aria-label": label, title: `${label} (${key})`, click: act },
          icon(name)
        );
      this.playButton = button("play", "Play", "Space", () => this.toggle());
      const solutions = this.solutions.length > 0;
      this.bar = make(
        "div",
        { class: "dlx-bar", role: "group", "aria-label": "Controls" },
        button("start", "To the start", "Home", () => this.halt(0)),
        solutions ? button("previous", "Previous solution", "Shift + ←", () => this.toSolution(-1)) : null,
        button("back", "Step back", "←", () => this.walk(-1)),
        this.playButton,
        button("forward", "Step", "→", () => this.walk(1)),
        solutions ? button("next", "Next solution", "Shift + →", () => this.toSolution(1)) : null,
        button("end", "To the end", "End", () => this.halt(this.length))
      );
      this.speedSlider = make("input", {
        type: "range",
        min: 0,
        max: SPEEDS.length - 1,
        step: 1,
        "aria-label": "Speed",
        input: () => this.setSpeed(Number(this.speedSlider.value)),
      });
      this.speedText = make("span", { class: "dlx-speed-text" });
      const settings = make(
        "div",
        { class: "dlx-settings" },
        make("label", { class: "dlx-speed" }, make("span", { class: "dlx-word" }, "Speed"), this.speedSlider, this.speedText)
      );
      if (this.stops.length && this.stops.length < this.length) {
        const box = make("input", {
          type: "checkbox",
          change: () => {
            this.skipping = box.checked;
            this._show();
          },
        });
        settings.append(make("label", { class: "dlx-check" }, box, make("span", {}, this.kind.stops.label)));
      }
      settings.append(
        make(
          "button",
          { type: "button", class: "dlx-button dlx-help-button", "aria-label": "Keys", title: "Keys (?)", click: () => this.showHelp() },
          "?"
        )
      );
      this.bar.append(settings);
    }

    _buildSlider() {
      this.slider = make("input", {
        type: "range",
        class: "dlx-slider",
        min: 0,
        max: this.length,
        step: 1,
        "aria-label": "Place in the search",
        input: () => {
          this._stop();
          this.jump(Number(this.slider.value));
        },
      });
      // Where the solutions are, beneath the slider's track.
      const ticks = this.solutions.map((place) => `M${place} 0V1`).join("");
      this.placeText = make("output", { class: "dlx-place" });
      this.sliderRow = make(
        "div",
        { class: "dlx-slider-row" },
        make(
          "div",
          { class: "dlx-track" },
          this.slider,
          make(
            "svg:svg",
            { class: "dlx-ticks", viewBox: `0 0 ${Math.max(1, this.length)} 1`, preserveAspectRatio: "none", "aria-hidden": "true" },
            make("svg:path", { d: ticks })
          )
        ),
        this.placeText
      );
      this.placeText.setAttribute("aria-live", "off"); // an output would speak at each step
      this.placeText.style.minWidth = `${2 * this.length.toLocaleString("en-US").length + 3}ch`;
    }

    _buildCounters() {
      const list = make("dl"); // with a class it would get the page's indentation
      this.counterList = make("div", { class: "dlx-counters" }, list);
      this.counterValues = this.kind.counters(this.state, this.told).map(([name]) => {
        const value = make("dd");
        list.append(make("div", {}, make("dt", {}, name), value));
        return value;
      });
    }

    _buildPanels(wanted) {
      const { told } = this;
      const chosen = wanted?.length
        ? wanted.map((name) => views.find((view) => view.name === name)).filter(Boolean)
        : views;
      this.panels = chosen
        .filter((view) => view.wants(told, this.kind))
        .map((view) => {
          const made = view.create(told, this);
          const { name, title } = view;
          const wide = made.wide ?? view.wide;
          return { name, title, wide, element: made.element, show: (...now) => made.show(...now) };
        });
      if (told.listing) {
        this.panels.push({ name: "listing", title: told.listing.title ?? "Steps", ...this._listing() });
      }
      const columns = [make("div", { class: "dlx-column" }), make("div", { class: "dlx-column" })];
      this.panelGrid = make("div", { class: "dlx-panels" }, ...columns);
      this.chips = make("div", { class: "dlx-chips", role: "group", "aria-label": "Show" });
      for (const panel of this.panels) {
        panel.box = make(
          "div",
          { class: `dlx-panel dlx-panel-${panel.name}`, role: "group", "aria-label": panel.title },
          make("p", { class: "dlx-title", "aria-hidden": "true" }, panel.title),
          panel.element
        );
        const chip = make(
          "button",
          {
            type: "button",
            class: "dlx-chip",
            "aria-pressed": "true",
            click: () => {
              panel.box.hidden = !panel.box.hidden;
              chip.setAttribute("aria-pressed", String(!panel.box.hidden));
              this._arrange();
              this._show();
            },
          },
          panel.title
        );
        this.chips.append(chip);
        panel.box.style.order = this.chips.childElementCount;
        columns[panel.wide ? 0 : 1].append(panel.box);
      }
      this.chips.hidden = this.panels.length < 2;
      this._arrange();
    }

    /* Two columns where both have something to show. */
    _arrange() {
      const columns = [...this.panelGrid.children];
      const shown = columns.map((column) => [...column.children].some((panel) => !panel.hidden));
      columns.forEach((column, k) => column.classList.toggle("dlx-empty", !shown[k]));
      this.panelGrid.classList.toggle("dlx-both", shown.every(Boolean));
    }

    _listing() {
      const { listing } = this.told;
      const isCode = listing.lines.some((line) => line.startsWith(" "));
      const lines = listing.lines.map((line) => make("li", {}, line.trim()));
      if (isCode) {
        // What is too long goes on below, as far from the margin as it began.
        lines.forEach((line, k) => (line.style.paddingLeft = `calc(0.75rem + ${listing.lines[k].search(/\S/)}ch)`));
      }
      const element = make(
        "ol",
        { class: isCode ? "dlx-listing dlx-code" : "dlx-listing", tabindex: "0", "aria-label": listing.title ?? "Steps" },
        ...lines
      );
      let marked;
      const show = () => {
        const line = lines[this._line()];
        if (line === marked) {
          return;
        }
        marked?.removeAttribute("aria-current");
        line?.setAttribute("aria-current", "step");
        marked = line;
        if (line) {
          keepInSight(element, line);
        }
      };
      return { element, show };
    }

    _buildHelp() {
      const keys = [
        ["Space", "play, pause"],
        ["← →", "step back, step"],
        ["Shift + ← →", "to the previous, to the next solution"],
        ["Home End", "to the start, to the end"],
        ["+ −", "faster, slower"],
        ["?", "this list"],
      ];
      this.help = make(
        "dialog",
        { class: "dlx-help", "aria-label": "Keys" },
        make("p", { class: "dlx-title" }, "Keys"),
        make("dl", {}, ...keys.map(([key, what]) => make("div", {}, make("dt", {}, key), make("dd", {}, what)))),
        make("p", {}, "They work where the pointer or the focus is in the player, and not while you type."),
        make("button", { type: "button", class: "dlx-chip", click: () => this.help.close() }, "Close")
      );
    }

    // What controls and keys do

    toggle() {
      if (this.playing) {
        this.pause();
      } else {
        this.play();
      }
    }

    walk(count) {
      this._stop();
      this.step(count);
    }

    halt(place) {
      this._stop();
      this.jump(place);
    }

    showHelp() {
      this.pause();
      this.help.showModal();
    }

    /* Act on a key, and tell whether it meant anything. */
    press(key, shift) {
      const actions = {
        " ": () => this.toggle(),
        ArrowRight: () => (shift ? this.toSolution(1) : this.walk(1)),
        ArrowLeft: () => (shift ? this.toSolution(-1) : this.walk(-1)),
        Home: () => this.halt(0),
        End: () => this.halt(this.length),
        "+": () => this.setSpeed(this.speed + 1),
        "=": () => this.setSpeed(this.speed + 1), // the key of + without Shift
        "-": () => this.setSpeed(this.speed - 1),
        "−": () => this.setSpeed(this.speed - 1),
        "?": () => this.showHelp(),
      };
      actions[key]?.();
      return key in actions;
    }

    // Showing

    _show() {
      const { state, event, told } = this;
      const text = this.kind.say(state, event, told);
      setText(this.sentence, text);
      this._announce(text);
      this.kind.counters(state, told).forEach(([, value], k) => {
        setText(this.counterValues[k], value.toLocaleString("en-US"));
      });
      this.slider.value = this.place;
      setAttribute(this.slider, "aria-valuetext", `event ${this.place} of ${this.length}`);
      setText(this.placeText, `${this.place.toLocaleString("en-US")} / ${this.length.toLocaleString("en-US")}`);
      this.speedSlider.value = this.speed;
      const each = SPEEDS[this.speed] === 1 ? "1 step a second" : `${SPEEDS[this.speed]} steps a second`;
      setAttribute(this.speedSlider, "aria-valuetext", each);
      setText(this.speedText, `${SPEEDS[this.speed]}/s`);
      this._showPlaying();
      for (const panel of this.panels) {
        if (!panel.box.hidden) {
          panel.show(state, event, this);
        }
      }
    }

    _showPlaying() {
      if (this.shownPlaying === this.playing) {
        return;
      }
      this.shownPlaying = this.playing;
      const label = this.playing ? "Pause" : "Play";
      this.playButton.setAttribute("aria-label", label);
      this.playButton.title = `${label} (Space)`;
      this.host.classList.toggle("dlx-playing", this.playing);
      this.playButton.replaceChildren(icon(this.playing ? "pause" : "play"));
    }

    /* Say the sentence to who can't see it: each one, but while playing no more than can be heard. */
    _announce(text) {
      const now = performance.now();
      if (this.playing && now - this.announced < 3000) {
        return;
      }
      this.announced = now;
      setText(this.live, this.place === 0 ? "" : text);
    }
  }

  /* The nearest of ascending places before or after one; the start or the end if there is none. */
  function near(places, place, direction, last) {
    let low = 0;
    let high = places.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (direction > 0 ? places[middle] <= place : places[middle] < place) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return direction > 0 ? (places[low] ?? last) : (places[low - 1] ?? 0);
  }

  /* Scroll a box, not the page, so that something in it is seen. */
  function keepInSight(box, inner) {
    const outer = box.getBoundingClientRect();
    const seen = inner.getBoundingClientRect();
    for (const [start, end, scroll] of [["top", "bottom", "scrollTop"], ["left", "right", "scrollLeft"]]) {
      if (seen[start] < outer[start] || seen[end] > outer[end]) {
        box[scroll] += (seen[start] + seen[end] - outer[start] - outer[end]) / 2;
      }
    }
  }

  // Keys

  const TYPING =
    "input:not([type=checkbox], [type=range]), textarea, select, [contenteditable]:not([contenteditable=false]), dialog";
  const PRESSED_BY_SPACE = "button, summary, [type=checkbox]";
  const MOVE_A_SLIDER = ["ArrowLeft", "ArrowRight", "Home", "End"];

  function isInSight(element) {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < window.innerHeight;
  }

  /* The player that a key is meant for: the one with the focus, unless the pointer has gone to another
     since, or has another below it when the one with the focus is out of sight. */
  function playerOf(target) {
    const focused = target.closest(".dlx-player")?.dlxPlayer;
    if (focused) {
      return hovered && (latest === hovered || !isInSight(focused.host)) ? hovered : focused;
    }
    const nothing = target === document.body || target === document.documentElement;
    return hovered ?? (nothing && document.body.classList.contains("dlx-page") ? players[0] : undefined);
  }

  /* Tell whether the element that has the focus does something of its own at a key. */
  function isItsOwn({ key, shiftKey }, target) {
    return key === " "
      ? target.closest(PRESSED_BY_SPACE) !== null
      : target.matches("[type=range]") && !shiftKey && MOVE_A_SLIDER.includes(key);
  }

  /* Let a player have a key; `first`: before the element that has the focus gets it, which it shall not
     where the focus was left behind in another player. */
  function keydown(key, first) {
    const { target } = key;
    if (key.defaultPrevented || key.ctrlKey || key.metaKey || key.altKey || target.closest(TYPING)) {
      return;
    }
    const player = playerOf(target);
    const focused = target.closest(".dlx-player")?.dlxPlayer;
    const leftBehind = focused !== undefined && focused !== player;
    if (!player || leftBehind !== first || (!leftBehind && isItsOwn(key, target))) {
      return;
    }
    if (player.press(key.key, key.shiftKey)) {
      key.preventDefault();
      if (leftBehind) {
        key.stopPropagation();
        spaceTaken = key.key === " ";
      }
    }
  }

  let spaceTaken = false; // some browsers press a button when Space is let go
  document.addEventListener("keydown", (key) => keydown(key, true), true);
  document.addEventListener("keydown", (key) => keydown(key, false));
  document.addEventListener("keyup", (key) => {
    if (key.key === " " && spaceTaken) {
      spaceTaken = false;
      key.preventDefault();
    }
  });

  // Mounting

  /* Make a player of an element; `wanted` names the views to show, all that can if left out. */
  function mount(host, told, wanted) {
    return new Player(host, told, wanted);
  }

  /* Make something of each element that has packed data in it, in a script of text/plain; where that
     can't be done, say so in its place. */
  async function mountEach(selector, mountOne) {
    for (const host of document.querySelectorAll(`${selector}:not([data-mounted])`)) {
      const packed = host.querySelector("script");
      if (packed) {
        host.dataset.mounted = "";
        try {
          mountOne(host, await unpack(packed.textContent));
        } catch (error) {
          host.classList.add("dlx-player");
          host.replaceChildren(make("p", { class: "dlx-fault", role: "alert" }, `This can't be shown: ${error.message}.`));
        }
      }
    }
  }

  /* Make players of all elements that `dlx.player.embed` has left in the page. */
  async function mountAll() {
    await mountEach(".dlx-player", (host, told) => mount(host, told, host.dataset.views?.split(" ").filter(Boolean)));
    document.documentElement.dataset.dlxReady = performance.now().toFixed();
  }

  if (document.readyState === "loading") {
    document.addEventListener("DOMContentLoaded", mountAll);
  } else {
    queueMicrotask(mountAll); // after scripts that follow in the same task
  }

  return { addKind, addView, make, setText, setAttribute, keepInSight, counted, list, short, mount, mountEach, mountAll, players };
})();
