"""`variants`: the rule variants that come with the program."""

from __future__ import annotations

import click

from ohhell_referee.cli.exits import UserError
from ohhell_referee.cli.formats import format_option


@click.command("variants")
@click.argument("name", required=False)
@format_option("table", "json", "md")
def command(name: str | None, form: str) -> None:
    """List the rule variants, or show one in full.

    NAME is a preset or another name of the game; it shows where the rules come from, what differs from
    cardgames-io, every parameter, the hands for each number of players and the points. Without NAME,
    md is the whole page docs/variants.md.

    \b
    Examples:
      ohhell-referee variants
      ohhell-referee variants "Oh Pshaw"
      ohhell-referee variants --format json | jq '.[].name'
    """
    from ohhell_referee.rules.describe import preset_data, preset_list, preset_text, variants_page
    from ohhell_referee.rules.presets import UnknownPreset, find_preset, preset_names

    try:
        presets = [find_preset(text) for text in ([name] if name else preset_names())]
    except UnknownPreset as error:
        raise UserError(f"{error}\nAll of them: ohhell-referee variants") from error
    if form == "json":
        import json

        click.echo(json.dumps([preset_data(preset) for preset in presets], ensure_ascii=False, indent=2))
    elif form == "md":
        click.echo(preset_text(presets[0], "md") if name else variants_page(), nl=False)
    elif name:
        click.echo(preset_text(presets[0], "table"), nl=False)
    else:
        click.echo(preset_list("table"))
