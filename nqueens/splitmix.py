"""Random numbers that are the same in Python and in C, on every platform, for good.

The generator is SplitMix64 [1]_: a counter that grows by an odd constant, and three rounds of
shifting and multiplying that scatter it. It passes the usual tests of randomness and has 2⁶⁴
states, which is plenty for shuffling queens and far too little for secrets.

References
----------
.. [1] Steele, Lea and Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from __future__ import annotations

from operator import index

_WORD = 2**64 - 1


class SplitMix:
    """A stream of random numbers.

    Parameters
    ----------
    seed : int
        Any whole number; seeds that differ by a multiple of 2⁶⁴ give the same stream.

    Examples
    --------
    >>> from nqueens.splitmix import SplitMix
    >>> hex(SplitMix(0).word())
    '0xe220a8397b1dcdaf'
    >>> dice = SplitMix(1)
    >>> [1 + dice.below(6) for _ in range(10)]
    [4, 5, 6, 3, 3, 5, 6, 4, 2, 5]
    """

    def __init__(self, seed: int) -> None:
        try:
            self.state = index(seed) & _WORD
        except TypeError:
            raise TypeError(f"seed is {seed!r}; it must be a whole number") from None

    def word(self) -> int:
        """Give a random number of 64 bits."""
        self.state = (self.state + 0x9E3779B97F4A7C15) & _WORD
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _WORD
        return z ^ z >> 31

    def below(self, bound: int) -> int:
        """Give a random number from 0 to bound - 1, for a bound from 1 to 2³².

        The upper 32 bits of a word are spread over the range. Where the bound is no power of 2,
        some numbers come more often than others, by one part in 2³² / bound at most.
        """
        return (self.word() >> 32) * bound >> 32
