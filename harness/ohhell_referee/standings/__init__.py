"""Standings: ratings with errors that know which games share their deals, and everything that follows from them.

The doors: `ohhell_referee.standings.run_results.standings_of_run(path)` for a run, `csv_results.read_csv` with
`rating.rate` for a table of scores, `output.render` for text. Nothing here needs more than the standard library
(tabulate for the formats that are drawn).
"""
