"""A small network as a bot: `net:FILE`, for `koloda match` and wherever else a bot is named.

FILE is what `Net.save` writes, an .npz with the game's id, the number of seats and the layers. The bot sees
the observation of its seat (docs/research.md) and takes the legal action of the highest output.
"""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.bots import KINDS, Bot
from koloda.bots.player import Player
from koloda.core.encoding import Lens
from koloda.core.errors import KolodaError
from koloda.core.game import Game
from koloda.core.policy import Policy
from koloda.research.arrays import Window

KIND = "net"
Array = NDArray[np.float32]


class Net:
    """Layers with rectified units between them; the first outputs belong to the actions."""

    def __init__(self, game: str, seats: int, layers: Sequence[tuple[Array, Array]]) -> None:
        self.game = game
        self.seats = seats
        self.layers = list(layers)

    @classmethod
    def random(cls, game: str, seats: int, sizes: Sequence[int], seed: int = 0) -> Net:
        """Layers of these sizes, the inputs first, with weights by chance."""
        rng = np.random.default_rng(seed)
        layers = [
            (
                (rng.standard_normal((here, there)) * np.sqrt(2 / here)).astype(np.float32),
                np.zeros(there, np.float32),
            )
            for here, there in pairwise(sizes)
        ]
        layers[-1][0][:] *= 0.01  # the first policy is nearly uniform
        return cls(game, seats, layers)

    def forward(self, rows: NDArray[Any]) -> list[Array]:
        """The values of all layers for these rows, the inputs first, the outputs last."""
        values: list[Array] = [rows.astype(np.float32)]
        for number, (weights, biases) in enumerate(self.layers):
            out = values[-1] @ weights + biases
            values.append(np.maximum(out, 0) if number + 1 < len(self.layers) else out)
        return values

    def save(self, path: Path | str) -> None:
        parts = {
            f"{name}{number}": part
            for number, layer in enumerate(self.layers)
            for name, part in zip("wb", layer, strict=True)
        }
        np.savez(path, game=np.array(self.game), seats=np.array(self.seats), **parts)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path | str) -> Net:
        """KolodaError for what is no such file."""
        try:
            with np.load(path, allow_pickle=False) as file:
                parts = {name: file[name] for name in file.files}
            count = sum(name.startswith("w") for name in parts)
            layers = [(parts[f"w{number}"], parts[f"b{number}"]) for number in range(count)]
            net = cls(str(parts["game"]), int(parts["seats"]), layers)
            shapes = [(weights.shape, biases.shape) for weights, biases in layers]
        except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
            raise KolodaError(f"{path} is no network: {type(error).__name__}") from None
        widths = [shape[0] for shape, _ in shapes if len(shape) == 2] + [shapes[-1][1][0]] if shapes else []
        if [((a, b), (b,)) for a, b in pairwise(widths)] != shapes or not shapes:
            raise KolodaError(f"{path} is no network: its layers do not fit together")
        return net


class NetBot(Bot):
    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.net = Net.load(name.partition(":")[2])
        self.lens: Lens | None = None

    def policy(self, game: Game) -> Policy | None:
        return None

    def look(self, player: Player) -> Lens:
        game, net = player.game, self.net
        if (game.id, player.seats) != (net.game, net.seats):
            raise KolodaError(f"{self.name} plays {net.game} with {net.seats} seats only")
        if self.lens is None:
            encoder = game.encoder(player.seats)
            inputs, outputs = int(encoder.words) * 8, int(encoder.num_actions)
            if net.layers[0][0].shape[0] != inputs or len(net.layers[-1][1]) < outputs:
                raise KolodaError(f"{self.name}: it was made for observations of another layout")
            self.lens = Lens(encoder)
        # a world that the seat cannot tell from the true one: its observation is the same
        self.lens.look(player.determinize(player.rng), player.seat)
        return self.lens

    def choose(self, player: Player) -> int:
        legal = player.legal()
        if len(legal) == 1:
            return legal[0]
        words = self.look(player).seen.words
        row = Window(words, np.uint8, (1, self.net.layers[0][0].shape[0])).array
        values = self.net.forward(row)[-1][0]
        return max(legal, key=lambda action: float(values[action]))


KINDS[KIND] = NetBot
