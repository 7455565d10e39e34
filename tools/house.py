"""The house check: how long files and functions may be, and how long they are."""

import ast
import sys
from pathlib import Path
from statistics import median, quantiles

MOST_FILE, MOST_FUNCTION, MOST_NINE_OF_TEN, MOST_MEDIAN = 500, 60, 25, 6


def functions(path: Path) -> list[tuple[str, int]]:
    """Place and length of every function, in lines of code without its docstring."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [
        (f"{path}:{node.lineno} {node.name}", _length(node))
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def _length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[0]
    documented = ast.get_docstring(node, clean=False) is not None
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (node.end_lineno or 0) - node.lineno + 1 - docstring


def main() -> int:
    paths = [p for p in sorted(Path("src").rglob("*.py")) if "migrations" not in p.parts]
    found = [function for path in paths for function in functions(path)]
    lengths = [length for _, length in found]
    nine_of_ten = quantiles(lengths, n=10)[-1]
    faults = [f"{place}: {length} lines" for place, length in found if length > MOST_FUNCTION]
    for path in paths:
        count = len(path.read_text(encoding="utf-8").splitlines())
        if count > MOST_FILE:
            faults.append(f"{path}: {count} lines")
    if nine_of_ten > MOST_NINE_OF_TEN:
        faults.append(f"nine of ten functions are not within {MOST_NINE_OF_TEN} lines")
    if median(lengths) > MOST_MEDIAN:
        faults.append(f"the median function is over {MOST_MEDIAN} lines")
    print(
        f"house: {len(paths)} files, {len(found)} functions, median {median(lengths):g}, "
        f"nine of ten within {nine_of_ten:g}, longest {max(lengths)}"
    )
    print(*faults, sep="\n", end="\n" if faults else "")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
