// Examples that run in place. Each example of the page (class `live`) gets a button 'Run'; pressed,
// it puts an editor in the example's place and shows below what Python prints.
//
// A page is one session of Python: before an example runs, those above it are run that have not been
// run since something above them was. Python is loaded when the first example runs, and not before;
// it works in live_worker.js.

"use strict";

(() => {
  const script = document.currentScript;
  const beside = (name) => new URL(name, script.src).href;

  function element(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (name in made) made[name] = value;
      else made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
  }

  // Code as it is typed: without prompts, and without what is printed if there are prompts.
  function withoutPrompts(text) {
    const lines = text.split("\n");
    if (!lines.some((line) => /^\s*>>>( |$)/.test(line))) return text;
    const kept = [];
    let inside = false; // dots are a prompt after another prompt; elsewhere they are printed
    for (const line of lines) {
      const prompt = /^\s*(>>>|\.\.\.)(?: |$)/.exec(line);
      inside = prompt !== null && (prompt[1] === ">>>" || inside);
      if (inside) kept.push(line.slice(prompt[0].length));
    }
    return kept.join("\n");
  }

  // What is served with the site, loaded when it is first needed.

  let loaded; // a promise of {wheel, megabytes}, or of nothing where the site was built without
  function loadParts() {
    loaded ??= new Promise((resolve) => {
      const loader = element("script", { src: beside("live/parts.js") });
      loader.onload = () => resolve(window.liveParts);
      loader.onerror = () => {
        loaded = undefined;
        loader.remove();
        resolve();
      };
      document.head.append(loader);
    });
    return loaded;
  }

  // The session: a worker, the examples that it has run, and what is to be told about runs.

  let session;
  const fresh = new Set(); // examples that have run, and nothing above them since

  function open(wheel) {
    const version = script.dataset.version;
    const worker = new Worker(beside(`live_worker.js?v=${version}`), { type: "module" });
    const runs = new Map();
    session = { worker, runs, ready: false, count: 0 };
    worker.onmessage = ({ data }) => {
      if (data.failed) close(`Python could not be loaded: ${data.failed}`);
      else if (data.ready) {
        session.ready = true;
        for (const run of runs.values()) run.began();
      } else if (data.kind) runs.get(data.id).said(data.kind, data.text);
      else {
        const run = runs.get(data.id);
        runs.delete(data.id);
        run.ended(data);
      }
    };
    worker.onerror = (event) => close(`Python could not be loaded: ${event.message ?? ""}`);
    worker.postMessage({ setup: script.dataset.setup, wheel });
  }

  function close(reason) {
    if (!session) return;
    const { worker, runs } = session;
    worker.terminate();
    session = undefined;
    fresh.clear();
    for (const run of runs.values()) run.ended({ reason });
  }

  function send(number, code, run) {
    const id = session.count++;
    session.runs.set(id, run);
    session.worker.postMessage({ id, number, code });
    if (session.ready) run.began();
  }

  // One example of the page.

  class Example {
    constructor(block, number) {
      this.number = number;
      this.block = block;
      this.shown = block.querySelector(".highlight");
      this.source = withoutPrompts(this.shown.querySelector("pre").textContent).trimEnd();
      this.runButton = element("button", { type: "button", className: "live-run" }, "Run");
      this.runButton.setAttribute("aria-label", `Run example ${number}`);
      this.runButton.addEventListener("click", () => this.run());
      this.bar = element("div", { className: "live-bar" }, this.runButton);
      block.append(this.bar);
      block.classList.toggle("live-first", number === 1);
    }

    get code() {
      return this.editor ? withoutPrompts(this.editor.value) : this.source;
    }

    // Puts the editor in the example's place.
    edit() {
      if (this.editor) return;
      const { number } = this;
      const hint = element("p", { className: "live-hint", id: `live-hint-${number}` });
      hint.append("Ctrl+Enter runs it, Esc leaves. Uncompiled here, so much slower than installed.");
      this.editor = element("textarea", {
        value: this.source,
        wrap: "off",
        spellcheck: false,
        autocapitalize: "off",
        autocomplete: "off",
        "aria-label": `Code of example ${number}`,
        "aria-describedby": hint.id,
      });
      this.editor.addEventListener("input", () => this.fit());
      this.editor.addEventListener("keydown", (event) => this.key(event));
      this.editor.addEventListener("paste", (event) => this.paste(event));
      this.stopButton = element("button", { type: "button", hidden: true }, "Stop");
      this.stopButton.setAttribute("aria-label", `Stop example ${number}`);
      this.stopButton.addEventListener("click", () => close("Stopped. Python begins anew."));
      this.resetButton = element("button", { type: "button" }, "Reset");
      this.resetButton.setAttribute("aria-label", `Reset example ${number}`);
      this.resetButton.addEventListener("click", () => this.reset());
      this.status = element("span", { className: "live-status", role: "status" });
      this.output = element("div", {
        className: "live-output",
        role: "log",
        tabIndex: 0,
        "aria-label": `Output of example ${number}`,
        hidden: true,
      });
      const box = element("div", { className: "highlight live-editor" }, this.editor);
      this.below = element("div", { className: "live-below" }, this.output, hint);
      this.shown.replaceWith(box);
      this.bar.append(this.stopButton, this.resetButton, this.status);
      this.bar.after(this.below);
      this.block.classList.add("live-open");
      this.fit();
    }

    fit() {
      this.editor.rows = this.editor.value.split("\n").length;
    }

    // Tab is left alone: it leads out of the editor, as everywhere on the page.
    key(event) {
      if (event.isComposing) return;
      const { value, selectionStart: start, selectionEnd: end } = this.editor;
      const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
      const plain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.run();
      else if (event.key === "Escape") this.runButton.focus();
      else if (event.key === "Enter" && plain) {
        const indent = /^ */.exec(line)[0] + (/:\s*(#.*)?$/.test(line) ? "    " : "");
        this.type(`\n${indent}`);
      } else if (event.key === "Backspace" && plain && start === end && /^( {4})+$/.test(line)) {
        this.editor.setSelectionRange(start - 4, end);
        this.type("");
      } else return;
      event.preventDefault();
      event.stopPropagation();
    }

    paste(event) {
      const text = event.clipboardData.getData("text/plain").replaceAll("\r\n", "\n");
      const code = withoutPrompts(text);
      if (code === text) return;
      event.preventDefault();
      this.type(code);
    }

    // Types text so that it can be undone, which only this old command does.
    type(text) {
      const done = document.execCommand(text ? "insertText" : "delete", false, text);
      if (done) return;
      const { selectionStart: start, selectionEnd: end } = this.editor;
      this.editor.setRangeText(text, start, end, "end");
      this.fit();
    }

    async run() {
      if (this.running) return;
      this.running = true;
      const parts = await loadParts();
      if (!parts || location.protocol === "file:") {
        this.running = false;
        this.explain(parts);
        return;
      }
      this.edit();
      this.runButton.setAttribute("aria-disabled", "true");
      this.output.replaceChildren();
      this.output.hidden = true;
      if (!session) open(parts.wheel);
      if (!session.ready) this.tell(`Loading Python, ${parts.megabytes} MB, the first time only …`);
      this.stopButton.hidden = false;
      for (const above of examples.slice(0, this.number - 1)) {
        if (!fresh.has(above)) above.send({ began: () => this.tell(`Running example ${above.number} …`) });
      }
      this.pieces = [];
      this.send({
        began: () => this.tell("Running …"),
        said: (kind, text) => this.said(kind, text),
        ended: (result) => this.ended(result),
      });
    }

    send(run) {
      const nothing = { began() {}, said() {}, ended() {} };
      for (const below of examples.slice(this.number)) fresh.delete(below);
      fresh.add(this);
      send(this.number, this.code, { ...nothing, ...run });
    }

    // Shows what is printed; if several statements print, each with its first line.
    said(kind, text) {
      if (kind === "statement") {
        this.statement = element("div", { className: "live-statement" }, `>>> ${text}`);
        return;
      }
      if (this.statement) {
        this.piece = undefined;
        this.output.append(this.statement);
        this.output.classList.toggle(
          "live-several",
          this.output.getElementsByClassName("live-statement").length > 1,
        );
        this.statement = undefined;
      }
      if (this.piece?.dataset.kind !== kind) {
        this.piece = element("div", { className: `live-${kind}`, "data-kind": kind }, "");
        this.output.append(this.piece);
        this.output.hidden = false;
      }
      this.piece.append(text);
    }

    ended({ finished, seconds, reason }) {
      this.running = false;
      this.runButton.removeAttribute("aria-disabled");
      if (document.activeElement === this.stopButton) this.runButton.focus();
      this.stopButton.hidden = true;
      this.statement = this.piece = undefined;
      if (reason !== undefined) this.tell(reason);
      else if (!finished) this.tell("Ended with an error.");
      else {
        const time = seconds < 0.1 ? "less than 0.1" : seconds.toFixed(1);
        this.tell(`Done in ${time} s${this.output.hidden ? "; it printed nothing" : ""}.`);
      }
    }

    tell(text) {
      this.status.textContent = text;
    }

    // Says what to do where examples can't run.
    explain(parts) {
      const lines = [];
      const say = (text) => lines.push(element("p", {}, text));
      if (!parts) {
        say("This copy of the site was built without what runs examples. To build it with them, in a copy of the project's files:");
        say(element("code", {}, "make docs-live"));
      }
      if (location.protocol === "file:") {
        const root = beside("../");
        let folder = decodeURIComponent(new URL(root).pathname).replace(/\/$/, "");
        if (/^\/[A-Za-z]:/.test(folder)) folder = folder.slice(1); // Windows
        if (/[^\w@%+=:,./-]/.test(folder)) folder = `"${folder}"`;
        const page = `http://127.0.0.1:8000/${location.href.slice(root.length).split("#")[0]}`;
        say("Browsers run Python only on pages that come from a server, and this one was opened from disk. To serve this folder:");
        say(element("code", {}, `python -m http.server --bind 127.0.0.1 --directory ${folder}`));
        say("Then open this page there:");
        say(element("a", { href: page }, page));
      }
      this.notice?.remove();
      this.notice = element("div", { className: "live-notice", role: "alert" }, ...lines);
      this.bar.after(this.notice);
    }

    reset() {
      if (this.running) close("Stopped. Python begins anew.");
      this.running = false; // where it only waited for Python
      this.block.querySelector(".live-editor").replaceWith(this.shown);
      this.below.remove();
      this.bar.replaceChildren(this.runButton);
      this.block.classList.remove("live-open");
      this.editor = undefined;
      fresh.delete(this);
      this.runButton.removeAttribute("aria-disabled");
      this.runButton.focus();
    }
  }

  let examples = [];
  document.addEventListener("DOMContentLoaded", () => {
    examples = [...document.querySelectorAll(".live")].map((block, k) => new Example(block, k + 1));
  });
})();
