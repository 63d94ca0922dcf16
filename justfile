# The everyday commands. `just` lists them; each line also works alone in a shell.

_:
    @just --list --unsorted

# What a change must pass, in about 15 minutes
check:
    cargo fmt --all --check
    cargo clippy --release --workspace --all-targets -- -D warnings
    cargo test --release --workspace
    cargo deny check

# All that CI runs, within an hour
ci:
    .ci/run

# The tests where overflow and the code's own assertions are noticed
test-checked:
    cargo test --profile checked --workspace

# What a change of structure must leave as it is; `just frozen take` before it
frozen verb="check" *parts:
    tools/frozen {{verb}} {{parts}}

# Ratios of kernels, searches, tables, tournaments in one run: `just bench kernel`
bench name:
    cargo bench --bench {{name}}

# Two checkouts side by side: solving, tables, playouts, kernels
compare before after=".":
    scripts/compare-builds {{before}} {{after}}

# Other people's search and Monte Carlo tree search beside this one
peers:
    scripts/compare-search 20
    scripts/compare-mcts

# Coverage-guided fuzzing of everything that is read (needs a C++ compiler)
fuzz seconds="60":
    scripts/fuzz {{seconds}}

# Kills, damaged files, full disks, two processes at once
torture seconds="60":
    scripts/torture {{seconds}}

# Every order of threads on what they share without locks
races:
    scripts/races

# What reaches unsafe code, under AddressSanitizer, and Miri where it is installed
sanitize:
    scripts/sanitize

# The Python package: wheel, tests, types, adapters, notebooks
python:
    PYTHON_EXTRAS=1 scripts/python

# The page of the analysis board in headless Chromium
board:
    scripts/check-board

# Committed proofs, checked down to the rules
proofs *names:
    scripts/proofs check {{names}}

# The book of docs/ in target/book/html
book:
    scripts/book

# Build the board as a static site, and check it in Chromium.
web:
    scripts/web
    scripts/check-web
