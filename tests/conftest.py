"""What all tests share: Hypothesis measures no time, for a slow machine is no fault."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

untimed = settings(
    deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True, max_examples=50
)
settings.register_profile("untimed", untimed)
settings.register_profile("thorough", untimed, max_examples=2000)  # --hypothesis-profile=thorough
settings.load_profile("untimed")
