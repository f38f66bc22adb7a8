"""A walk along the events of a trace, forth and back, with a look at every state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


class Walker(Protocol):
    """What goes along events in both directions."""

    def forward(self, event: Any) -> None:
        """Go over an event."""

    def backward(self, event: Any) -> None:
        """Go back over the event that was gone over last."""


def walk_about(
    walker: Walker, events: Sequence[Any], targets: Iterable[int], seen: Callable[[], Any]
) -> None:
    """Go to the end, then from target to target; what is seen there must be as the first time."""
    views = [seen()]
    for event in events:
        walker.forward(event)
        views.append(seen())
    place = len(events)
    for target in (min(target, len(events)) for target in targets):
        while place < target:
            walker.forward(events[place])
            place += 1
        while place > target:
            place -= 1
            walker.backward(events[place])
        assert seen() == views[place]
