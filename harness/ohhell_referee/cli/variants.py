"""`variants`: the rule variants that come with the program."""

from __future__ import annotations

import click

from ohhell_referee.cli.exits import UserError


@click.command("variants")
@click.argument("name", required=False)
@click.option(
    "--format",
    "style",
    type=click.Choice(["table", "json", "md"]),
    default="table",
    show_default=True,
    help="md without NAME prints the whole page docs/variants.md.",
)
def command(name: str | None, style: str) -> None:
    """List the rule variants, or show one in full.

    NAME is a preset or another name of the game; it shows where the rules come from, what differs from
    cardgames-io, every parameter, the hands for each number of players and the points.

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
    if style == "json":
        import json

        click.echo(json.dumps([preset_data(preset) for preset in presets], ensure_ascii=False, indent=2))
    elif style == "md":
        click.echo(preset_text(presets[0], "md") if name else variants_page(), nl=False)
    elif name:
        click.echo(preset_text(presets[0], "table"), nl=False)
    else:
        click.echo(preset_list("table"))
