"""Counters in the text format of Prometheus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

_BOUNDS: Final = (0.005, 0.02, 0.1, 0.5, 2.0, 10.0)


@dataclass(slots=True)
class Metrics:
    """How many requests were answered with which status, and how fast.

    >>> metrics = Metrics()
    >>> metrics.count("/sparql", 200, 0.01)
    >>> 'tcg_rules_requests_total{path="/sparql",status="200"} 1' in metrics.text({"slow": 2})
    True
    """

    statuses: Counter[tuple[str, int]] = field(default_factory=Counter)
    buckets: Counter[float] = field(default_factory=Counter)
    seconds: float = 0.0

    def count(self, path: str, status: int, seconds: float) -> None:
        """Notes one answered request."""
        self.statuses[path, status] += 1
        self.seconds += seconds
        for bound in _BOUNDS:
            if seconds <= bound:
                self.buckets[bound] += 1

    def text(self, pool: dict[str, int]) -> str:
        """Everything counted so far, with the numbers of the pool."""
        return "\n".join((*self._requests(), *_pool(pool))) + "\n"

    def _requests(self) -> Iterator[str]:
        yield "# TYPE tcg_rules_requests_total counter"
        for (path, status), count in sorted(self.statuses.items()):
            yield f'tcg_rules_requests_total{{path="{path}",status="{status}"}} {count}'
        yield "# TYPE tcg_rules_request_seconds histogram"
        for bound in _BOUNDS:
            yield f'tcg_rules_request_seconds_bucket{{le="{bound:g}"}} {self.buckets[bound]}'
        total = self.statuses.total()
        yield f'tcg_rules_request_seconds_bucket{{le="+Inf"}} {total}'
        yield f"tcg_rules_request_seconds_sum {self.seconds:.6f}"
        yield f"tcg_rules_request_seconds_count {total}"


def _pool(numbers: dict[str, int]) -> Iterator[str]:
    for name, number in numbers.items():
        yield f"# TYPE tcg_rules_queries_{name}_total counter"
        yield f"tcg_rules_queries_{name}_total {number}"
