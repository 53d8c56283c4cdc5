"""The judge of the Durak contest: one program plays one seat through its standard input and output.

`docs/rules/durak-protocol.md` is what this package carries out; P and V numbers are those of that file.
"""
