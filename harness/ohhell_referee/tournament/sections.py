"""The table of everything a tournament file may say.

The table drives the checks (`reading.py`), the suggestions for misspelt keys and values, and the tables of
docs/tournament-file.md. To add a key: add its row here, its attribute in `model.py`, and where it is used.
"""

from __future__ import annotations

from ohhell_referee.tournament.fields import Field, Section

_DAY_MS = 86_400_000
_POLICIES = ("substitute", "forfeit", "void", "stop")

TOP = Section(
    "",
    "The top of the file, before the first `[section]`.",
    (
        Field("name", "name", "What the tournament is called.", required=True),
        Field("description", "text", "Anything worth telling; `run` begins with it, the journal keeps it.", default=""),
        Field(
            "seed",
            "seed",
            "Everything random comes from it: a whole number from 0 or a text. "
            "The same seed and bots that do not roll their own dice give the same games.",
            default_text="drawn (128 bits), and revealed when the run ends",
        ),
        Field(
            "format",
            "text",
            "Who meets whom, see Formats.",
            default="round-robin",
            choices=("round-robin", "gauntlet", "duel", "random", "fixed", "swiss", "knockout", "adaptive"),
        ),
        Field(
            "blocks",
            "whole number",
            "Deal blocks: a line-up (round-robin, gauntlet, duel, fixed), a table and round (swiss, knockout), "
            "or in all (random, adaptive).",
            default=100,
            least=1,
            most=10_000_000,
        ),
        Field(
            "duplicate",
            "text",
            "How one deal is replayed: `rotate` = as many seatings as seats, everybody plays every hand once; "
            "`all` = every order of the table; `none` = each deal once.",
            default="rotate",
            choices=("rotate", "all", "none"),
        ),
        Field("focus", "list of strings", "Gauntlet only: the entries that meet the rest."),
        Field("tables", "list of lists of strings", "Fixed only: the names at each table, by seat."),
        Field(
            "rounds",
            "whole number",
            "Swiss and knockout only: how many rounds.",
            least=1,
            most=10_000,
            default_text="swiss: log2 of the entries, rounded up; knockout: until one table decides",
        ),
        Field(
            "output",
            "text",
            "The run folder. Relative to the tournament file (`run -o` is relative to the current folder).",
            default_text="`runs/<name>`",
        ),
        Field(
            "concurrency",
            "whole number or auto",
            "Games open at once in one worker.",
            default="auto",
            least=1,
            most=4096,
        ),
        Field("workers", "whole number or auto", "Worker processes.", default="auto", least=1, most=256),
        Field(
            "reveal_names",
            "yes or no",
            "Whether bots are told the names of their opponents.",
            default=False,
        ),
        Field(
            "restart",
            "text",
            "When a healthy bot gets a fresh process: `never`, before each `seating` of a block that it has met, "
            "or before each `game`.",
            default="never",
            choices=("never", "seating", "game"),
        ),
        Field(
            "disguise",
            "yes or no",
            "Whether suits are relabelled between the seatings of a block, so that a bot cannot recognise a deal.",
            default=True,
        ),
        Field(
            "variant",
            "table",
            "The rules: `preset`, and any key of the variant model on top of it.",
            default_text='`preset = "cardgames-io"`',
        ),
        Field("time", "table", "Deadlines.", default_text="see `[time]`"),
        Field("faults", "table", "What follows a fault.", default_text="see `[faults]`"),
        Field("limits", "table", "What a bot's process may use.", default_text="see `[limits]`"),
        Field("stop", "table", "Early stopping.", default_text="none"),
        Field("ratings", "table", "How ratings are shown.", default_text="see `[ratings]`"),
        Field("bot_defaults", "table", "Values for all bots.", default_text="see `[bot_defaults]`"),
        Field("bots", "tables", "The entries: one `[[bots]]` each.", required=True),
    ),
)

TIME = Section(
    "time",
    "Deadlines, in milliseconds. A bot that misses one is faulted as late.",
    (
        Field(
            "startup_ms",
            "whole number",
            "From the start of the process to a valid hello.",
            default=10_000,
            least=1,
            most=_DAY_MS,
        ),
        Field("per_decision_ms", "whole number", "For one bid or card.", default=1000, least=1, most=_DAY_MS),
        Field(
            "bank_ms",
            "whole number",
            "Extra time a seat has in a whole game; used once a decision is over its limit.",
            default=0,
            least=0,
            most=_DAY_MS,
        ),
        Field(
            "margin_ms",
            "whole number",
            "Over the limit but not charged, because the machine has delays of its own; recorded.",
            default=20,
            least=0,
            most=60_000,
        ),
    ),
)

FAULTS = Section(
    "faults",
    "What follows a fault: `substitute` = the house policy decides for the bot once, `forfeit` = it loses its seat for "
    "the rest of the game and is ranked last, `void` = the game does not count, `stop` = the run stops.",
    (
        Field("on_illegal", "text", "A bid or card that the rules forbid.", default="substitute", choices=_POLICIES),
        Field("on_timeout", "text", "No answer in time.", default="substitute", choices=_POLICIES),
        Field("on_crash", "text", "The process ended.", default="substitute", choices=_POLICIES),
        Field(
            "on_protocol_error",
            "text",
            "A message that cannot be understood, or that nobody asked for.",
            default="substitute",
            choices=_POLICIES,
        ),
        Field(
            "max_per_game",
            "whole number",
            "The fault of this number in a game hands the seat to the house policy for the rest of the game; "
            "the seat is ranked last.",
            default=3,
            least=1,
            most=1_000_000,
        ),
        Field(
            "disqualify_rate",
            "number",
            "Share of decisions with a fault over which the entry is out; looked at from 200 decisions on. "
            "Its games are kept and marked.",
            default=0.1,
            least=0,
            most=1,
        ),
    ),
)

LIMITS = Section(
    "limits",
    "What one process of a bot may use.",
    (
        Field(
            "memory_mb",
            "whole number",
            "Memory in MiB; 0 = no limit.",
            default=1024,
            least=0,
            most=1_048_576,
        ),
        Field(
            "processes",
            "whole number",
            "Not supported yet: any value but 64 is refused, because a limit that is not kept would deceive.",
            default=64,
            least=1,
            most=1_000_000,
        ),
        Field(
            "stderr_limit_kb",
            "whole number",
            "What is kept of an instance's error output, the newest part.",
            default=1024,
            least=1,
            most=1_048_576,
        ),
        Field(
            "sandbox",
            "text",
            "`none` and, for now, `auto` run bots as ordinary processes of your user. `bubblewrap` is not supported "
            "yet and refused.",
            default="auto",
            choices=("auto", "bubblewrap", "none"),
        ),
    ),
)

STOP = Section(
    "stop",
    "Early stopping: leave the section out to play all blocks. `superiority` stops when the leader is ahead of the "
    "second beyond doubt; `sprt` tests the rating difference of two entries, `elo0` against `elo1`.",
    (
        Field("test", "text", "Which test.", required=True, choices=("superiority", "sprt")),
        Field("alpha", "number", "Probability of a wrong claim.", default=0.05, least=0.0001, most=0.5),
        Field(
            "beta", "number", "`sprt` only: probability of missing `elo1`.", default_text="0.05", least=0.0001, most=0.5
        ),
        Field("elo0", "number", "`sprt` only, required there: the difference to be refuted.", least=-5000, most=5000),
        Field("elo1", "number", "`sprt` only, required there: the difference to be shown.", least=-5000, most=5000),
        Field(
            "entries",
            "list of strings",
            "`sprt` only: the two entries; the difference is the first's rating minus the second's.",
            default_text="the two there are",
        ),
    ),
)

RATINGS = Section(
    "ratings",
    "Where the scale of ratings is pinned. Choose a bot of middle strength.",
    (
        Field(
            "anchor", "text", "The entry whose rating is `anchor_rating`.", default_text="none: the pool's mean is 1500"
        ),
        Field("anchor_rating", "number", "The anchor's rating.", default=1500, least=-1_000_000, most=1_000_000),
    ),
)

_CWD = (
    "The folder the bot runs in, relative to the tournament file. Relative paths in `command` and `files` start here."
)
_ENV = "Environment variables, on top of the few that bots inherit: PATH, HOME, TZ, TMPDIR, LANG, LANGUAGE, LC_*."
_OPTIONS = "Anything; handed to the bot in its welcome."
_INSTANCES = (
    "Processes of this entry in each worker. `auto`: as many as the open games need. Where a number is at least that "
    "of a block's seatings, each seating has a process of its own, and no process meets a deal twice."
)

BOT_DEFAULTS = Section(
    "bot_defaults",
    "Values for all bots. `env` and `options` are merged key by key, a bot's own on top; the others are replaced.",
    (
        Field("cwd", "text", _CWD, default="."),
        Field("env", "table of strings", _ENV, default_text="none"),
        Field("options", "table", _OPTIONS, default_text="none"),
        Field("instances", "whole number or auto", _INSTANCES, default="auto", least=1, most=4096),
    ),
)

BOTS = Section(
    "bots",
    "One `[[bots]]` for each entry.",
    (
        Field("name", "name", "Unique, whatever the case.", required=True),
        Field(
            "command",
            "command",
            "Program and arguments, each a string of its own; no shell is involved. `{python}` stands for the "
            'interpreter that runs the referee. Or `"house:NAME"` for a bot that the package brings.',
            required=True,
        ),
        Field("cwd", "text", _CWD, default_text="that of `[bot_defaults]`"),
        Field("author", "text", "Who wrote it."),
        Field("group", "text", "Entries of one group never sit together."),
        Field("env", "table of strings", _ENV, default_text="none"),
        Field("options", "table", _OPTIONS, default_text="none"),
        Field(
            "instances",
            "whole number or auto",
            _INSTANCES,
            default_text="that of `[bot_defaults]`",
            least=1,
            most=4096,
        ),
        Field(
            "files",
            "list of strings",
            "More files or folders that make the bot what it is (models, modules). The entry's hash covers them: a run "
            "is not continued when they have changed.",
            default_text="none",
        ),
    ),
)

SECTIONS: tuple[Section, ...] = (TOP, TIME, FAULTS, LIMITS, STOP, RATINGS, BOT_DEFAULTS, BOTS)

KNOWN_ELSEWHERE = {
    "variant": ["preset", "game", "deck", "schedule", "trump", "bids", "play", "view", "score", "end"],
}
"""Keys of tables that another room checks, so that a key in the wrong table can be told where it belongs."""
