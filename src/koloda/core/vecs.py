# not compiled: the compiler must see librt's own names, the interpreter needs the lists below
"""Arrays of machine integers: librt's vec in the compiled build, plain lists in the pure one.

A function that changes the length returns the array; the one handed in must not be used afterwards
(`hand = append(hand, card)`), because the two builds differ in what it then holds.
"""

from typing import TYPE_CHECKING

from koloda import compiled

if TYPE_CHECKING or compiled():
    from librt.vecs import append as append
    from librt.vecs import extend as extend
    from librt.vecs import pop as pop
    from librt.vecs import remove as remove
    from librt.vecs import vec as vec
else:

    class _Vec:
        def __getitem__(self, item_type):
            return _new

    def _new(items=(), *, capacity=0):
        return list(items)

    vec = _Vec()

    def append(v, item):
        v.append(item)
        return v

    def extend(v, items):
        v.extend(items)
        return v

    def pop(v, i=-1):
        item = v.pop(i)
        return v, item

    def remove(v, item):
        v.remove(item)
        return v
