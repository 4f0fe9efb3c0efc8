"""Environments for learning: PettingZoo's for two agents, Gymnasium's for one and for many games.

Importing this makes the names known by which Gymnasium makes the environments,
`CerealBar/Follower-v0` and others; `gymnasium.make("cerealbar.env:CerealBar/...")` imports it by
itself. PettingZoo knows `CerealBar/Game-v0`, as an AEC and as a parallel environment. Read
`cerealbar_v0.py` first, then `learning.py` and `single.py`.
"""

import pettingzoo
from gymnasium.envs.registration import register, registry

_MODULES = {
    "CerealBar/Follower-v0": ("single:FollowerEnv", "vector:FollowerVectorEnv"),
    "CerealBar/Leader-v0": ("single:LeaderEnv", "vector:LeaderVectorEnv"),
    "CerealBar/Fetch-v0": ("fetch:FetchEnv", "fetch:FetchVectorEnv"),
}
IDS = tuple(_MODULES)
GAME_ID = "CerealBar/Game-v0"

for _id, (_single, _vector) in _MODULES.items():
    if _id not in registry:
        register(
            _id,
            entry_point=f"cerealbar.env.{_single}",
            vector_entry_point=f"cerealbar.env.{_vector}",
        )
if GAME_ID not in pettingzoo.aec_registry:
    pettingzoo.register("aec", GAME_ID, "cerealbar.env.cerealbar_v0:env")
    pettingzoo.register("parallel", GAME_ID, "cerealbar.env.cerealbar_v0:parallel_env")
