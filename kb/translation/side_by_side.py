"""The findings as one HTML page: both texts side by side, each in its language, the evidence marked.

A missing side is shown as missing. No script and nothing from the network: it opens anywhere, prints, and a
screen reader hears the severity as a word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from kb.translation.diverge import newer_language
from kb.translation.records import Evidence, Finding, Pair, Severity, Text
from kb.translation.report import say_note
from kb.translation.wording import say_kind, say_severity

_RULE: Final = {"en": "Rule", "fr": "Règle", "es": "Regla"}
_LEADS: Final = {
    "en": "Findings are leads for whoever reviews, never verdicts; the words they rest on are marked.",
    "fr": "Les constats sont des pistes pour qui relit, jamais des verdicts\u00a0; les mots sur lesquels ils "
    "reposent sont marqués.",
    "es": "Los hallazgos son pistas para quien revisa, nunca veredictos; se marcan las palabras en que se "
    "apoyan.",
}
_NONE: Final = {"en": "Nothing was found.", "fr": "Rien n'a été trouvé.", "es": "No se encontró nada."}
_TITLE: Final = {"en": "Divergences", "fr": "Divergences", "es": "Divergencias"}
_MISSING: Final = {"en": "missing", "fr": "manque", "es": "falta"}
_NEWER: Final = {"en": "newer", "fr": "plus récent", "es": "más reciente"}
_WHOLE: Final = {"en": "whole document", "fr": "tout le document", "es": "todo el documento"}
_STYLE: Final = (
    ":root{color-scheme:light dark}body{font-family:sans-serif;margin:1rem;max-width:80rem;line-height:1.4}"
    "td{overflow-wrap:anywhere}th[scope=row]{white-space:nowrap}code{opacity:.7}"
    "@media(max-width:40rem){body{margin:.3rem}thead th:first-child{width:auto}td,th{padding:.2rem}}"
    "table{border-collapse:collapse;width:100%}"
    "td,th{border:1px solid #999;padding:.4rem;vertical-align:top;text-align:left}"
    "thead th{position:sticky;top:0;background:Canvas;width:46%}thead th:first-child{width:8%}"
    "ul{margin:.2rem 0;padding-left:1.2rem}"
    "tr:has(+tr>td[colspan]){border-top:3px solid #999}"
    "mark{background:#fe9;color:#000}.missing{font-style:italic;color:light-dark(#900,#f99)}"
    ".changed-meaning mark{background:#f99}.stale mark{background:#9cf}li{margin:.2rem 0}"
)


def page(
    pairs: Sequence[Pair],
    findings: Sequence[Finding],
    language: str = "en",
    *,
    name_of: Callable[[str, str], str] = lambda tag, _: tag,
) -> str:
    """The page, headings in `language`: one row a pair that has findings, then what is true of the whole.

    `name_of` says what a language is called in another; without it languages are shown by their tags.

    >>> pair = Pair("9", Text("en", "A <b>."), None)
    >>> '<td lang="en">A &lt;b&gt;.</td>' in page([pair], [], "en")
    False
    """
    by_pair: defaultdict[str, list[Finding]] = defaultdict(list)
    for finding in findings:
        by_pair[finding.pair.key].append(finding)
    rows = "".join(
        _rows(pair, by_pair[pair.key], language, name_of)
        for pair in pairs
        if by_pair.get(pair.key) and pair.key
    )
    whole = "".join(f"<li>{_what(finding, language, name_of)}</li>" for finding in by_pair.get("", ()))
    title = escape(_TITLE[language])
    table = f"<table>{_head(pairs, language, name_of)}<tbody>{rows}</tbody></table>" if rows else ""
    about = _LEADS[language] if findings else _NONE[language]
    if whole:
        whole = f"<h2>{escape(_WHOLE[language])}</h2><ul>{whole}</ul>"
    return (
        f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width"><title>{title}</title>'
        f"<style>{_STYLE}</style></head><body><h1>{title}</h1>"
        f"<p>{escape(about)}</p>{table}{whole}</body></html>"
    )


def _head(pairs: Sequence[Pair], language: str, name_of: Callable[[str, str], str]) -> str:
    """The heads of the columns: what each side is in, where that is one language."""
    heads = [_RULE[language]]
    for sides in ([pair.left for pair in pairs], [pair.right for pair in pairs]):
        tags = sorted({side.language for side in sides if side})
        heads.append(", ".join(name_of(tag, language) for tag in tags))
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return f"<thead><tr>{cells}</tr></thead>"


def _rows(pair: Pair, findings: Sequence[Finding], language: str, name_of: Callable[[str, str], str]) -> str:
    worst = max((finding.divergence.severity for finding in findings), key=lambda severity: severity.rank)
    cells = _cell(pair.left, [finding.divergence.left for finding in findings], language)
    cells += _cell(pair.right, [finding.divergence.right for finding in findings], language)
    notes = "".join(f"<li>{_what(finding, language, name_of)}</li>" for finding in findings)
    head = f'<th scope="row" rowspan="2" id="r{escape(pair.key)}">{escape(pair.key)}</th>'
    return f'<tr class="{_css(worst)}">{head}{cells}</tr><tr><td colspan="2"><ul>{notes}</ul></td></tr>'


def _css(severity: Severity) -> str:
    return severity.value.replace(" ", "-")


def _cell(side: Text | None, evidence: Sequence[Evidence | None], language: str) -> str:
    if side is None:
        return f'<td class="missing">{escape(_MISSING[language])}</td>'
    spans = sorted((e.start, e.end) for e in evidence if e and e.end - e.start < len(side.text))
    return f'<td lang="{escape(side.language)}">{_marked(side.text, spans)}</td>'


def _marked(text: str, spans: Sequence[tuple[int, int]]) -> str:
    """`text` with its spans marked; those that overlap are one."""
    made, at = [], 0
    for start, end in spans:
        start = max(start, at)
        if start < end:
            made.append(f"{escape(text[at:start])}<mark>{escape(text[start:end])}</mark>")
            at = end
    return "".join(made) + escape(text[at:])


def _what(finding: Finding, language: str, name_of: Callable[[str, str], str]) -> str:
    divergence = finding.divergence
    colon = "\u00a0: " if language == "fr" else ": "
    side = newer_language(finding)
    newer = escape(f", {_NEWER[language]}{colon}{name_of(side, language)}") if side else ""
    said = escape(
        f"{say_severity(divergence.severity, language)}{colon}{say_kind(divergence.kind, language)}"
    )
    note = f" ({added})" if (added := _note(finding, language)) else ""
    return f'<span class="{_css(divergence.severity)}">{said}{note}{newer}</span> <code>{finding.id}</code>'


def _note(finding: Finding, language: str) -> str:
    """What the finding adds, the words of each side in the language of that side."""
    added = say_note(finding.divergence, language)
    sides = finding.pair.left, finding.pair.right
    for mark in (" / ", " ↔ "):
        parts = added.split(mark)
        if len(parts) == len(sides) and finding.divergence.detector == "ruling":
            return mark.join(
                f'<span lang="{escape(side.language)}">{escape(part)}</span>'
                if side and part != "—"
                else escape(part)
                for side, part in zip(sides, parts, strict=True)
            )
    return escape(added)
