"""Writes explanations: as text for a terminal, Markdown, HTML, or a graph in the DOT language."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from kb.inference.citations import CitedNumbers
from kb.inference.explain import Explanation, Reason
from kb.inference.wording import word


def citation_text(cited: CitedNumbers) -> str:
    """A citation in one phrase: document, edition, numbers.

    >>> from kb.inference.citations import Fit
    >>> citation_text(CitedNumbers("mtg-cr", "2025-09-19", ("110.2", "613.7"), "2009-10-01", None, Fit.HOLDS))
    'mtg-cr 2025-09-19: 110.2, 613.7'
    """
    return f"{cited.document} {cited.edition}: {', '.join(cited.numbers)}"


def to_text(told: Explanation) -> str:
    """An explanation as indented lines."""
    lines = [told.question, f"  {told.value}  ({told.rests_on})"]
    lines += [f"  {line}" for line in told.missing]
    for reason in told.reasons:
        lines += [f"  {line}" for line in _text(reason, 0, told.language)]
    if told.competing:
        lines.append(f"  {word('competing', told.language)}:")
        lines += [f"    - {line}" for line in told.competing]
    lines += [f"  {word('assuming', told.language, what=line)}" for line in told.assumptions]
    return "\n".join(lines)


def _text(reason: Reason, depth: int, language: str) -> Iterator[str]:
    pad = "  " * depth
    note = f" [{word('above', language)}]" if reason.is_repeated else ""
    since = f"  ({reason.since})" if reason.since else ""
    yield f"{pad}{'- ' if depth else ''}{reason.sentence}{since}{note}"
    if reason.rule is not None and not reason.is_repeated:
        inner = pad + "    "
        yield f"{inner}{reason.rule}: {reason.statement}"
        for cited in reason.citations:
            yield f"{inner}{citation_text(cited)}"
    for below in reason.reasons:
        yield from _text(below, depth + 1, language)


def to_markdown(told: Explanation) -> str:
    """An explanation as Markdown: the answer in bold, the reasons as nested lists."""
    lines = [f"**{told.question}** {told.value} ({told.rests_on})", ""]
    lines += [f"- {line}" for line in told.missing]
    for reason in told.reasons:
        lines += _markdown(reason, 0)
    if told.competing:
        lines += ["", f"{word('competing', told.language)}:", ""]
        lines += [f"- {line}" for line in told.competing]
    lines += [f"- {word('assuming', told.language, what=line)}" for line in told.assumptions]
    return "\n".join(lines)


def _markdown(reason: Reason, depth: int) -> Iterator[str]:
    cited = "; ".join(citation_text(each) for each in reason.citations)
    rule = f" — `{reason.rule}` {reason.statement}" if reason.rule and not reason.is_repeated else ""
    yield f"{'  ' * depth}- {reason.sentence}{rule}{f' [{cited}]' if cited and rule else ''}"
    for below in reason.reasons:
        yield from _markdown(below, depth + 1)


def to_html(told: Explanation) -> str:
    """An explanation as one HTML element in its language; reasons unfold level by level."""
    parts = [
        f'<div class="tcg-answer" lang="{told.language}">',
        f"<p><strong>{escape(told.question)}</strong> {escape(told.value)} "
        f"<small>({escape(told.rests_on)})</small></p>",
    ]
    if told.missing:
        parts.append(_html_list(told.missing))
    parts += [_html(reason, is_open=True) for reason in told.reasons]
    if told.competing:
        parts.append(f"<p>{escape(word('competing', told.language))}</p>{_html_list(told.competing)}")
    if told.assumptions:
        parts.append(
            _html_list(tuple(word("assuming", told.language, what=line) for line in told.assumptions))
        )
    parts.append("</div>")
    return "".join(parts)


def _html_list(lines: tuple[str, ...]) -> str:
    return "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in lines) + "</ul>"


def _html(reason: Reason, *, is_open: bool = False) -> str:
    sentence = escape(reason.sentence)
    if reason.rule is None or reason.is_repeated:
        return f'<p style="margin-left:1.5em">{sentence}</p>'
    cited = "; ".join(escape(citation_text(each)) for each in reason.citations)
    below = "".join(_html(each) for each in reason.reasons)
    return (
        f'<details style="margin-left:1em"{" open" if is_open else ""}><summary>{sentence}</summary>'
        f'<p style="margin-left:1.5em"><code>{escape(reason.rule)}</code> {escape(reason.statement or "")}'
        f"<br><small>{cited}</small></p>{below}</details>"
    )


def to_dot(told: Explanation) -> str:
    """An explanation as a directed graph: an arrow leads from each reason to what follows from it."""
    lines = ["digraph why {", "  rankdir=BT; node [shape=box, fontname=sans];"]
    counter = iter(range(1, 1_000_000))
    for reason in told.reasons:
        lines += _dot(reason, None, counter)
    lines.append("}")
    return "\n".join(lines)


def _dot(reason: Reason, above: str | None, counter: Iterator[int]) -> Iterator[str]:
    node = f"n{next(counter)}"
    label = reason.sentence + (f"\\n{reason.rule}" if reason.rule else "")
    style = "" if reason.rule else ", style=dashed"
    yield f'  {node} [label="{_quoted(label)}"{style}];'
    if above is not None:
        yield f"  {node} -> {above};"
    for below in reason.reasons:
        yield from _dot(below, node, counter)


def _quoted(text: str) -> str:
    return text.replace('"', '\\"')
