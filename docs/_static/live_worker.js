// Python in a worker of its own: the page stays alive whatever an example does, and ends it by
// ending the worker. Nothing is fetched but files of this site, from the folder `live`.
//
// In:  {setup, wheel} once, then {id, number, code} for each run.
// Out: {ready} or {failed}, then {id, kind, text} for what a run says and {id, finished, seconds}
//      when it has ended; `finished` is false if it ended with an error.

const at = (name) => new URL(name, import.meta.url).href;

async function bytes(name) {
  const answer = await fetch(at(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
  return answer.arrayBuffer();
}

async function start({ setup, wheel }) {
  const { search } = new URL(import.meta.url); // the version, which the runner shares
  const { loadPyodide } = await import(at("live/pyodide.mjs"));
  const [python, library, runner] = await Promise.all([
    loadPyodide({ indexURL: at("live/"), packageBaseUrl: at("live/") }),
    bytes(`live/${wheel}`),
    bytes(`live_runner.py${search}`),
  ]);
  python.unpackArchive(library, "wheel");
  python.FS.writeFile("/home/pyodide/live_runner.py", new Uint8Array(runner));
  python.setStdin({ error: true }); // nobody can answer input()
  return python.pyimport("live_runner").Session(setup);
}

let session;

onmessage = ({ data }) => {
  if (!session) {
    session = start(data);
    session.then(
      () => postMessage({ ready: true }),
      (error) => postMessage({ failed: String(error) }),
    );
    return;
  }
  const { id, number, code } = data;
  session.then(
    (python) => {
      const began = performance.now();
      const finished = python.run(number, code, (kind, text) => postMessage({ id, kind, text }));
      postMessage({ id, finished, seconds: (performance.now() - began) / 1000 });
    },
    () => {}, // `failed` has been said
  );
};
