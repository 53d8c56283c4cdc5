"""The memory of a search: what was tried where and with which result, in flat arrays.

One hash table holds both the edges of all nodes (a seat's action) and the ways from node to node (what the
searching seat noticed). Without an object for each node a large tree needs little memory, and is
dropped at once when the decision is made.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from koloda.core.vecs import append, vec

ROOT: Final = 0
NONE: Final = -1
FIRST_SLOTS: Final = 1024
FULL: Final = 400_000  # entries: some 40 megabytes; growing takes 10 ms at most


class Tree:
    slots: vec[i64]  # entry + 1 by hash, 0 where free; at least twice as many as entries
    mask: i64
    nodes: vec[i64]  # of each entry: at which node,
    keys: vec[i64]  # under which key,
    visits: vec[i64]  # how often followed; of a way: the node it leads to
    available: vec[i64]  # in how many sampled states at the node the action was legal
    totals: vec[float]  # of the acting seat's utilities
    liked: vec[i64]  # 1 for the rollout policy's own choice
    count: i64
    most: i64  # entries
    node_count: i64

    def __init__(self, most: i64 = FULL) -> None:
        self.slots = zeros(FIRST_SLOTS)
        self.mask = FIRST_SLOTS - 1
        self.nodes = vec[i64]()
        self.keys = vec[i64]()
        self.visits = vec[i64]()
        self.available = vec[i64]()
        self.totals = vec[float]()
        self.liked = vec[i64]()
        self.count = 0
        self.most = most
        self.node_count = 1

    def place(self, node: i64, key: i64) -> i64:
        """The slot of an entry, or the free one where it belongs."""
        mixed = (key & 0x7FFFFFFF) * 0x2545F491 + (key >> 31) * 0x1B873593 + node * 0x3C6EF372
        mixed ^= mixed >> 29
        slot = mixed & self.mask
        while True:
            entry = self.slots[slot] - 1
            if entry < 0 or (self.keys[entry] == key and self.nodes[entry] == node):
                return slot
            slot = (slot + 1) & self.mask

    def find(self, node: i64, key: i64) -> i64:
        """The entry, or NONE."""
        return self.slots[self.place(node, key)] - 1

    def add(self, node: i64, key: i64) -> i64:
        """A new entry."""
        if self.count * 2 >= len(self.slots):
            self.grow()
        self.slots[self.place(node, key)] = self.count + 1
        self.nodes = append(self.nodes, node)
        self.keys = append(self.keys, key)
        self.visits = append(self.visits, 0)
        self.available = append(self.available, 0)
        self.totals = append(self.totals, 0.0)
        self.liked = append(self.liked, 0)
        self.count += 1
        return self.count - 1

    def grow(self) -> None:
        size = i64(len(self.slots)) * 2
        self.slots = zeros(size)
        self.mask = size - 1
        for entry in range(self.count):
            self.slots[self.place(self.nodes[entry], self.keys[entry])] = entry + 1

    def follow(self, node: i64, key: i64) -> i64:
        """The node to which this way leads, a new one the first time."""
        entry = self.find(node, key)
        if entry < 0:
            entry = self.add(node, key)
            self.visits[entry] = self.node_count
            self.node_count += 1
        return self.visits[entry]

    def full(self) -> bool:
        return self.count >= self.most


def zeros(size: i64) -> vec[i64]:
    slots = vec[i64]()
    for i in range(size):
        slots = append(slots, 0)
    return slots
