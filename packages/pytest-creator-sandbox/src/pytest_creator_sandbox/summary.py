"""The end of a run: what the tests proved, as lines of the terminal summary."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List

Report = Dict[str, Any]


def lines_of(reports: Iterable[Report]) -> List[str]:
    """One report for each sandbox: xdist starts one for each worker."""
    lines: List[str] = []
    for report in reports:
        receipt, coverage = report["receipt"], report["coverage"]
        called = coverage["called"]
        lines.append(
            f"{_count(receipt['calls'], 'request')}, {receipt['refusals']} refused ({receipt.get('injectedRefusals', receipt['injected'])} forced), "
            f"{_count(receipt['credits'], 'credit')}; "
            f"{called['met']} of {called['total']} outcomes of the called operations met"
        )
        for test in sorted(receipt["byTest"], key=lambda each: -float(each["credits"]))[:5]:
            if test["credits"]:
                lines.append(f"  {_count(test['credits'], 'credit')}: {test['test']}")
        for waste in report["waste"]:
            lines.append(f"  waste: {_count(waste['credits'], 'credit')}, {waste['rule']} at {waste['operation']}")
        for broken in report["clientRules"]:
            lines.append(f"  {broken['severity']}: {broken['rule']}, {_count(broken['requestCount'], 'time')}: {broken['sentence']}")
    return lines


def _count(amount: float, noun: str) -> str:
    number = f"{round(amount, 3):g}" if amount < 1e5 else f"{amount:.0f}"
    return f"{number} {noun}" if number == "1" else f"{number} {noun}s"
