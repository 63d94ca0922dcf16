"""Solve a variant of your own, and draw the values of its choices.

Writes own_variant.svg: for each first choice the proven margin of the side with sente, when the other side answers best.
"""

from __future__ import annotations

import sys

import sowlab


def bars(title: str, values: dict[str, int]) -> str:
    """A bar a choice, up for a gain and down for a loss."""
    most = max(1, *map(abs, values.values()))
    width, middle, unit = 44 * len(values) + 20, 110, 80 / most
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} 220" font-family="sans-serif">']
    parts.append(f'<title>{title}</title><line x1="0" x2="{width}" y1="{middle}" y2="{middle}" stroke="#555"/>')
    for place, (choice, value) in enumerate(values.items()):
        x, height = 20 + 44 * place, abs(value) * unit
        y = middle - height if value > 0 else middle
        colour = "#3a7d44" if value > 0 else "#a23b3b"
        parts.append(f'<rect x="{x}" y="{y:.1f}" width="30" height="{height:.1f}" fill="{colour}"/>')
        parts.append(f'<text x="{x + 15}" y="212" font-size="12" text-anchor="middle">{choice} {value:+}</text>')
    return "".join(parts) + "</svg>"


def main(quick: bool) -> None:
    game = sowlab.Game(f"stones:holes={5 if quick else 7},seeds=2,both-out=end")
    solved = sowlab.solve(game, progress=not quick)
    print(f"{game.name}: {solved.value}, best {', '.join(solved.best)}")
    choices = sowlab.choices(game)
    values = {one.choice: one.value.zero for one in choices.choices if one.value is not None}
    assert max(values.values()) == (solved.value and solved.value.zero)
    with open("own_variant.svg", "w", encoding="utf-8") as file:
        file.write(bars(game.name, values))
    print(values)


if __name__ == "__main__":
    main("--quick" in sys.argv)
