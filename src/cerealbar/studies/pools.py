"""Pools: who joins one by its condition."""

from cerealbar.studies.conditions import condition
from cerealbar.studies.entries import PoolChanged
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study


def pool_changes(study: Study, story: ParticipantStory) -> list[PoolChanged]:
    """The pools that a participant joins now, by their conditions.

    Nobody leaves by a condition, and whoever was taken out by hand stays out.
    """
    return [
        PoolChanged(pool=name, is_member=True)
        for name, pool in study.pools.items()
        if pool.joins_if.strip()
        and not pool.is_closed
        and name not in story.pools
        and name not in story.barred
        and condition(pool.joins_if).holds(story)
    ]
