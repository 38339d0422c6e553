"""Set-up of the whole test suite."""

import os

from hypothesis import HealthCheck, settings

# `fast` is for every day; `deep` is for `nox -s proofs`.
settings.register_profile(
    "fast", max_examples=50, deadline=None, derandomize=bool(os.environ.get("CI"))
)
settings.register_profile(
    "deep", max_examples=5000, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("TAVLA_TEST_PROFILE", "fast"))
