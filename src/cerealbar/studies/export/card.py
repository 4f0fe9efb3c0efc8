"""The data card of an export: its `README.md`."""

from collections.abc import Sequence

from cerealbar.records.pages import templates
from cerealbar.records.report.card import plain_markdown
from cerealbar.studies.study import Study
from cerealbar.studies.tables import StudyTable

_card = templates(plain_markdown, autoescape=False).get_template("studies/export/card.md")


def export_card(study: Study, tables: Sequence[StudyTable], games: int) -> str:
    """What an export holds, in Markdown."""
    has_platform_ids = any(
        column.name == "platform_id" for table in tables for column in table.columns
    )
    return _card.render(study=study, tables=tables, games=games, has_platform_ids=has_platform_ids)
