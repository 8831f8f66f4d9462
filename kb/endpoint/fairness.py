"""What each client may take of something that there is only so much of."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from time import monotonic
from typing import Final

_MOST_CLIENTS: Final = 10_000
_NETWORK: Final = 64
"""Bits of an IPv6 address that name the network of one household."""


def client_of(host: str | None) -> str:
    """The name under which a client is known: its address, or its network where that is one household.

    >>> client_of("192.0.2.7"), client_of("2001:db8:1:2:3:4:5:6"), client_of("2001:db8:1:2::9")
    ('192.0.2.7', '2001:db8:1:2::', '2001:db8:1:2::')
    """
    try:
        address = ip_address(host or "")
    except ValueError:
        return host or ""
    if not isinstance(address, IPv6Address) or address.ipv4_mapped:
        return str(address)
    return str(IPv6Address(int(address) >> _NETWORK << _NETWORK))


class Budget:
    """An amount for each client, of which it regains some with every second.

    >>> now = 0.0
    >>> budget = Budget(10, 2, lambda: now)
    >>> budget.take("a", 14)
    >>> budget.wait("a"), budget.wait("b")
    (2.0, 0.0)
    >>> now = 3.0
    >>> budget.wait("a")
    0.0
    """

    def __init__(self, most: float, per_second: float, clock: Callable[[], float] = monotonic) -> None:
        self._most = most
        self._per_second = per_second
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, client: str) -> float:
        """The seconds after which the client has something left; 0.0 when it has now."""
        return max(0.0, -self._now(client) / self._per_second)

    def take(self, client: str, amount: float) -> None:
        """Takes an amount from what the client has left; it may owe some afterwards."""
        self._left[client] = (self._now(client) - amount, self._clock())
        self._left.move_to_end(client)
        while len(self._left) > _MOST_CLIENTS:  # those who took something longest ago have most of it again
            self._left.popitem(last=False)

    def _now(self, client: str) -> float:
        left, since = self._left.get(client, (self._most, 0.0))
        return min(self._most, left + (self._clock() - since) * self._per_second)
