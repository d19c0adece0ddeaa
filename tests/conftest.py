"""Settings for all tests."""

from __future__ import annotations

from hypothesis import settings

# A shared two-core machine stalls now and then; how long an example takes is not what is tested.
settings.register_profile("palace", deadline=None)
settings.load_profile("palace")
