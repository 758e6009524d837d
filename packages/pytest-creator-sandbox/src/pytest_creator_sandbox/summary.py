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
            f"{receipt['calls']} requests, {receipt['refusals']} refused ({receipt['injected']} forced), "
            f"{_credits(receipt['credits'])} credits; "
            f"{called['met']} of {called['total']} outcomes of the called operations met"
        )
        for test in sorted(receipt["byTest"], key=lambda each: -float(each["credits"]))[:5]:
            if test["credits"]:
                lines.append(f"  {_credits(test['credits'])} credits: {test['test']}")
        for waste in report["waste"]:
            lines.append(f"  waste: {_credits(waste['credits'])} credits, {waste['rule']} at {waste['operation']}")
        for lint in report["lints"]:
            lines.append(f"  {lint['severity']}: {lint['rule']}, {lint['count']} times: {lint['sentence']}")
    return lines


def _credits(amount: float) -> str:
    return f"{round(amount, 3):g}" if amount < 1e5 else f"{amount:.0f}"
