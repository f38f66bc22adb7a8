"""Questions for the reader, whose answers the library computes when the site is built.

``quiz`` asks one question, its argument::

    ```{quiz} How many boards are there with one queen in each row?
    :answer: 8**8
    :choices: 40,320 | 16,777,216

    What is to be said about the answer.
    ```

The answer is a Python expression. It is compared with the choices as readers see them, and a page
where none or several of them are right is not built. Without choices there is a field to write the
answer into. All of it works without a script: the verdict is a matter of style sheets, the answer
itself folds out.
"""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar

from computed import evaluate, shown
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx


class Quiz(SphinxDirective):
    """A question; the content explains the answer."""

    required_arguments, optional_arguments = 1, 0
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[dict[str, Callable[[str], Any]]] = {
        "answer": directives.unchanged_required,
        "choices": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        """Compute the answer and set question, choices and answer."""
        if "answer" not in self.options:
            raise self.error("a quiz needs the option 'answer', an expression")
        answer = shown(evaluate(self.options["answer"]))
        name = f"quiz-{self.env.new_serialno('quiz') + 1}"
        question, messages = self.parse_inline(self.arguments[0])
        asked = nodes.paragraph("", "", *question, classes=["question"], ids=[name])
        form = self._choices(name, answer) if "choices" in self.options else _field(name, answer)
        told = [
            _html("<details><summary>The answer</summary>"),
            nodes.paragraph("", "", nodes.strong("", answer)),
            *self.parse_content_to_nodes(),
            _html("</details>"),
        ]
        return [nodes.container("", asked, _html(form), *told, *messages, classes=["quiz"])]

    def _choices(self, name: str, answer: str) -> str:
        choices = [choice.strip() for choice in self.options["choices"].split("|")]
        if choices.count(answer) != 1:
            raise self.error(f"the answer is {answer}; the choices are {', '.join(choices)}")
        buttons = "".join(
            f'<label><input type="radio" name="{name}"'
            f"{' class=right' if choice == answer else ''}> {escape(choice)}</label>"
            for choice in choices
        )
        return (
            '<form method="dialog" autocomplete="off">'
            f'<div class="choices" role="radiogroup" aria-labelledby="{name}">{buttons}</div>'
            f"{_VERDICT}</form>"
        )


def _field(name: str, answer: str) -> str:
    # Not by re.escape: for browsers, a pattern that escapes more than it must is none.
    escaped = re.sub(r"[\\^$.*+?()[\]{}|/]", r"\\\g<0>", answer)
    pattern = rf"\s*{escaped.replace(',', ',?')}\s*"
    return (
        '<form method="dialog" autocomplete="off" novalidate>'
        f'<div class="choices"><input type="text" aria-labelledby="{name}" required '
        f'pattern="{escape(pattern)}"> <button>Check</button></div>'
        f"{_VERDICT}</form>"
    )


_VERDICT = (
    '<p class="verdict" role="status"><span class="right">Right.</span>'
    '<span class="wrong">Not so.</span></p>'
)


def _html(text: str) -> nodes.raw:
    return nodes.raw("", text, format="html")


def setup(app: Sphinx) -> dict[str, bool]:
    """Add the directive."""
    app.add_directive("quiz", Quiz)
    app.add_css_file("quiz.css")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
