"""What the options cost: one finite number each, held exactly."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from math import isfinite
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any

from dlx.errors import ProblemError
from dlx.numbering import entries_of

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

Cost = int | float | Fraction


def check_costs(
    costs: Iterable[Any] | Mapping[Any, Any], labels: Sequence[Hashable]
) -> tuple[Cost, ...]:
    """Give the cost of each option, by position.

    Raises
    ------
    ProblemError
        If there is not one finite number an option.
    """
    if isinstance(costs, Mapping):
        known = set(labels)
        for label in costs:
            if label not in known:
                raise ProblemError(f"costs names {label!r}, but no option has that label")
        for label in labels:
            if label not in costs:
                raise ProblemError(
                    f"costs does not name option {label!r}; each option needs a cost"
                )
        costs = [costs[label] for label in labels]
    if isinstance(costs, set | frozenset):
        raise ProblemError(f"costs is a set, {costs!r}, which has no order; it must be a list")
    values = list(entries_of("costs", costs))
    if len(values) != len(labels):
        raise ProblemError(
            f"there are {len(values)} costs for {len(labels)} options; each option needs one"
        )
    return tuple(map(_check_cost, values, labels))


def _check_cost(cost: Any, label: Hashable) -> Cost:
    if isinstance(cost, Integral):
        return int(cost)
    if isinstance(cost, Rational) or (isinstance(cost, Decimal) and cost.is_finite()):
        return Fraction(cost)
    if isinstance(cost, Real) and isfinite(cost):
        return float(cost)
    raise ProblemError(f"the cost of option {label!r} is {cost!r}; it must be a finite number")
