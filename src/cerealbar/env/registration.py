"""The names by which Gymnasium makes the environments, `CerealBar/Follower-v0` and others.

They are known once `cerealbar.env` is imported; `gymnasium.make("cerealbar.env:CerealBar/...")`
imports it by itself. PettingZoo knows `CerealBar/Game-v0`, as an AEC and as a parallel environment.
"""

import pettingzoo
from gymnasium.envs.registration import register, registry

NAMESPACE = "CerealBar"
_MODULES = {
    "Follower": ("single:FollowerEnv", "vector:FollowerVectorEnv"),
    "Leader": ("single:LeaderEnv", "vector:LeaderVectorEnv"),
    "Fetch": ("fetch:FetchEnv", "fetch:FetchVectorEnv"),
}
GAME_ID = f"{NAMESPACE}/Game-v0"
IDS = tuple(f"{NAMESPACE}/{name}-v0" for name in _MODULES)


def register_all() -> None:
    """Make the environments known; nothing else is imported before one is made."""
    for env_id, (single, vector) in zip(IDS, _MODULES.values(), strict=True):
        if env_id not in registry:
            register(
                env_id,
                entry_point=f"cerealbar.env.{single}",
                vector_entry_point=f"cerealbar.env.{vector}",
            )
    if GAME_ID not in pettingzoo.aec_registry:
        pettingzoo.register("aec", GAME_ID, "cerealbar.env.cerealbar_v0:env")
        pettingzoo.register("parallel", GAME_ID, "cerealbar.env.cerealbar_v0:parallel_env")
