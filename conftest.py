"""What all tests share: Hypothesis measures no time, for a slow machine is no fault.

Where nothing is compiled, the module of the compiled engines can't even be imported to look for its
examples; and processes that tests start don't warn of it, as their stderr is looked at.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

import dlx

if dlx.engines() == ("python",):
    collect_ignore = ["dlx/engines/compiled.py"]
os.environ["PYTHONWARNINGS"] = ",".join(
    f"ignore:{what}:RuntimeWarning"
    for what in (
        "dlx runs without its compiled engines",
        "nqueens runs without its compiled part",
    )
)

untimed = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True, max_examples=50
)
settings.register_profile("untimed", untimed)
settings.register_profile("thorough", untimed, max_examples=2000)  # --hypothesis-profile=thorough
settings.load_profile("untimed")
