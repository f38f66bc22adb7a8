"""How quick the web player is: all solutions of 8 queens, with all views, in Debian's chromium.

python benchmarks/player.py [SIZE]

Printed are the size of what is packed, how long the page takes until it can be used, a jump over
all events, a single step, how many frames and steps there are in two seconds of play, and the CPU
time that the page's thread takes for a frame.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from dlx.player import pack, page
from nqueens import queens_problem

PLAY = """(speed) => new Promise((done) => {
    const player = dlxPlayer.players[0];
    player.pause();
    player.jump(0);
    player.setSpeed(speed);
    let frames = 0;
    const began = performance.now();
    const count = () => {
        frames += 1;
        if (performance.now() - began < 2000) {
            requestAnimationFrame(count);
        } else {
            player.pause();
            done([frames, player.place]);
        }
    };
    player.play();
    requestAnimationFrame(count);
})"""

TIME = """(action) => {
    const player = dlxPlayer.players[0];
    const began = performance.now();
    for (let k = 0; k < 20; k++) {
        if (action === "jump") {
            player.jump(k % 2 ? 0 : player.length);
        } else {
            player.step(1);
        }
        document.body.getBoundingClientRect(); // with the layout
    }
    return (performance.now() - began) / 20;
}"""


def main(size: int) -> None:
    """Measure, and print a line each."""
    told = queens_problem(size).trace().as_json(title=f"{size} queens")
    print(f"{len(told['events']):,} events, {len(pack(told)) / 1000:.1f} kB packed")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        file = Path(folder) / "page.html"
        file.write_text(page(told), encoding="utf-8")
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--headless", "--no-sandbox"]
        )
        tab: Any = browser.new_page(bypass_csp=True, viewport={"width": 1280, "height": 900})
        for _ in range(3):
            tab.goto(file.as_uri())
            tab.wait_for_selector("html[data-dlx-ready]", state="attached")
            ready = tab.evaluate("Number(document.documentElement.dataset.dlxReady)")
            print(f"ready after {ready:.0f} ms")
        print(f"a jump over all events: {tab.evaluate(TIME, 'jump'):.1f} ms")
        print(f"a step: {tab.evaluate(TIME, 'step'):.2f} ms")
        session = tab.context.new_cdp_session(tab)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

        def busy() -> float:
            metrics = session.send("Performance.getMetrics")["metrics"]
            return float({each["name"]: each["value"] for each in metrics}["TaskDuration"])

        for place, speed in ((6, 60), (11, 2000)):
            before = busy()
            frames, steps = tab.evaluate(PLAY, place)
            each = 1000 * (busy() - before) / frames
            print(
                f"2 s at {speed} steps a second: {steps} steps in {frames} frames, "
                f"{each:.1f} ms of work each"
            )
        browser.close()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8)
